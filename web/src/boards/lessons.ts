/* Finds the words of a lesson. */

const NOTES = import.meta.glob<Notes>('./*/lesson.*.json', { import: 'default' })

/** What the teacher says before each entry of the lesson's record, by its number. */
export type Notes = Record<string, string>

/** What the teacher says; nothing for a game without such words, whose log then tells what happens. */
export const notesOf = async (game: string, language: string): Promise<Notes> =>
  (await NOTES[`./${game}/lesson.${language}.json`]?.()) ?? {}
