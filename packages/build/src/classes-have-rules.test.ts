import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { expect, it } from 'vitest'

// Tailwind makes no rule of a class that the theme does not name, and says nothing: an element of
// such a class just looks wrong, at some width, in one remote.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { resolve } = createRequire(join(root, 'packages/ui/package.json'))
const remotes = (await readdir(join(root, 'remotes'))).map((name) => `remotes/${name}/src`)
const shared = ['packages/ui/src', 'packages/remote-kit/src']

it.each([...remotes, 'shell/src'])('every class in %s makes a rule in its sheet', async (folder) => {
  const sheet = await load('./styles.css', join(root, folder))
  const theme = await loadDesignSystem(sheet.content, { base: sheet.base, loadStylesheet: load })
  const files = (await Promise.all([folder, ...shared].map(filesOf))).flat()
  const written = await writtenClasses(files)
  const hasRule = (name: string) =>
    theme.candidatesToCss([name])[0] !== null || written.has(name) || /^(group|peer)(\/\w+)?$/.test(name)

  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file))
  const without: string[] = []
  let checked = 0
  for (const file of sources)
    for (const names of classLists(await readFile(file, 'utf8'), hasRule)) {
      checked += names.length
      for (const name of names) if (!hasRule(name)) without.push(`${file.slice(root.length)}: ${name}`)
    }
  expect(checked).toBeGreaterThan(100)
  expect(without).toEqual([])
})

async function load(id: string, base: string) {
  const path = id.startsWith('.') ? join(base, id) : id.startsWith('@portal/ui/') ? own(id) : resolve(id)
  return { path, base: dirname(path), content: await readFile(path, 'utf8') }
}

function own(id: string): string {
  return join(root, 'packages/ui/src', id.slice('@portal/ui/'.length))
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Those for which a sheet has a rule of its own. */
async function writtenClasses(files: readonly string[]): Promise<ReadonlySet<string>> {
  const sheets = await Promise.all(
    files.filter((file) => file.endsWith('.css')).map((file) => readFile(file, 'utf8')),
  )
  return new Set(
    sheets.flatMap((text) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)),
  )
}

/** Values of `className`, and other texts of which most words are classes. */
function* classLists(source: string, hasRule: (name: string) => boolean): Generator<string[]> {
  for (const [, attribute, text = attribute] of source.matchAll(/className="([^"]*)"|'([^'\n]*)'/g)) {
    const names = (text ?? '').split(/\s+/).filter(Boolean)
    const known = names.filter(hasRule).length
    if (attribute !== undefined || (known > 1 && known >= names.length / 2)) yield names
  }
}
