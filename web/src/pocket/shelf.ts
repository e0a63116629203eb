/* The shelf of a house in this browser: texts by name in IndexedDB. One house at a time may write: whoever opens it
   last puts its mark there, and every write looks for it first. */

const TEXTS = 'texts'
const OWNER = 'owner'
/** The name of the error when another house has the shelf. */
export const TAKEN = 'Taken'
/** The same when there is no room left. */
export const FULL = 'QuotaExceededError'

export class Shelf {
  private readonly mark = crypto.getRandomValues(new Uint32Array(4)).join('-')
  /** The mark that has to be there when we write: ours, once it could be put there. */
  private found: unknown = undefined

  private constructor(private readonly data: IDBDatabase) {}

  /** Opens also when the device is full: then one can read, and write as soon as there is room. */
  static open(name: string): Promise<Shelf> {
    return new Promise((resolve, reject) => {
      const asked = indexedDB.open(name, 1)
      asked.onupgradeneeded = () => asked.result.createObjectStore(TEXTS)
      asked.onerror = () => reject(asked.error ?? new Error('IndexedDB'))
      asked.onsuccess = () => {
        const shelf = new Shelf(asked.result)
        const opened = () => resolve(shelf)
        shelf
          .change(() => undefined, true)
          .then(opened, (error: DOMException) => (error.name === FULL ? opened() : reject(error)))
      }
    })
  }

  /** Everything, as JSON. */
  read(): Promise<string> {
    return new Promise((resolve, reject) => {
      const transaction = this.data.transaction(TEXTS)
      const texts = transaction.objectStore(TEXTS)
      const names = texts.getAllKeys()
      const values = texts.getAll()
      transaction.oncomplete = () => {
        const found = names.result.map((name, at) => [name, values.result[at]] as const)
        resolve(JSON.stringify(Object.fromEntries(found.filter(([name]) => name !== OWNER))))
      }
      transaction.onabort = () => reject(new Error(String(transaction.error)))
    })
  }

  /** Put and drop, given as JSON, in one transaction: on the disk when it is done. */
  write(put: string, drop: string): Promise<void> {
    return this.change((texts) => {
      for (const name of JSON.parse(drop) as string[]) texts.delete(name)
      for (const [name, text] of Object.entries(JSON.parse(put) as Record<string, string>)) texts.put(text, name)
    })
  }

  private change(how: (texts: IDBObjectStore) => void, first = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.data.transaction(TEXTS, 'readwrite', { durability: 'strict' })
      const texts = transaction.objectStore(TEXTS)
      let taken = false
      const owner = texts.get(OWNER)
      owner.onsuccess = () => {
        if (first) this.found = owner.result
        taken = owner.result !== this.found
        if (taken) return transaction.abort()
        if (this.found !== this.mark) texts.put(this.mark, OWNER)
        how(texts)
      }
      transaction.oncomplete = () => {
        this.found = this.mark
        resolve()
      }
      transaction.onabort = () =>
        reject(taken ? new DOMException('another page has the house now', TAKEN) : transaction.error)
    })
  }
}
