/* The worlds behind the boxes, `Scene.svelte` of each folder. They come with the page of a box, all at once: together
   they are smaller than one more request. */

import type { Component } from 'svelte'
import Room from './generic/Scene.svelte'

const SCENES = import.meta.glob<Component>('./*/Scene.svelte', { eager: true, import: 'default' })

export const sceneOf = (game: string): Component => SCENES[`./${game}/Scene.svelte`] ?? Room
