import { expect, it } from 'vitest'
import { droppedFiles } from './dropped-files.ts'

const file = (name: string) => ({
  ...{ name, isFile: true, isDirectory: false },
  file: (take: (file: File) => void) => take(new File(['x'], name)),
})

/** A folder that is handed out in parts of two, as browsers do with many entries. */
function folder(name: string, entries: readonly { readonly name: string }[]) {
  const createReader = () => {
    let at = 0
    return {
      readEntries: (take: (part: readonly { readonly name: string }[]) => void) => {
        at += 2
        take(entries.slice(at - 2, at))
      },
    }
  }
  return { name, isFile: false, isDirectory: true, createReader }
}

/** Safe because these are the parts that are read of a drop. */
const drop = (entries: readonly object[], files: readonly File[] = []) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files }) as unknown as DataTransfer

const names = async (dropped: DataTransfer) => (await droppedFiles(dropped)).files.map(({ name }) => name)

it('a dropped folder is all its files, to the last part and the deepest folder', async () => {
  const policies = folder('policies', [
    ...[file('a.pdf'), file('b.pdf'), folder('old', [file('c.pdf'), file('.DS_Store')])],
    ...[file('d.pdf'), file('Thumbs.db'), file('e.pdf')],
  ])
  expect(await names(drop([policies, file('f.pdf')]))).toEqual([
    ...['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf', 'f.pdf'],
  ])
})

it('dropped files alone are taken as they are', async () => {
  expect(await names(drop([file('a.pdf')], [new File(['x'], 'a.pdf')]))).toEqual(['a.pdf'])
})
