/* The few words that are said of a house which is not open, and so cannot be asked for its own. */

import en from './opening.en.json'
import fr from './opening.fr.json'

export const words = (localStorage.getItem('language') ?? navigator.language).startsWith('fr') ? fr : en
