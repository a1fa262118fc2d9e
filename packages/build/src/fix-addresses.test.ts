import { expect, it } from 'vitest'
import fixAddresses, { type FoundFile } from './fix-addresses.ts'

function fixed(source: string, { isEntry = false } = {}) {
  const files: FoundFile[] = []
  const resourcePath = '/checkout/services/team/src/people/photos.ts'
  const options = {
    root: '/checkout',
    runsAt: '/app',
    entries: new Set(isEntry ? [resourcePath] : []),
    found: (file: FoundFile) => files.push(file),
  }
  // Safe: the loader uses nothing else of its context.
  const context = { resourcePath, getOptions: () => options } as unknown as ThisParameterType<
    typeof fixAddresses
  >
  return { source: fixAddresses.call(context, source), files }
}

it('gives a source the address that it has in the image', () => {
  const { source } = fixed('[import.meta.url, import.meta.dirname, import.meta.filename]')
  const folder = '/app/services/team/src/people'
  expect(source).toBe(`['file://${folder}/photos.js', '${folder}', '${folder}/photos.js']`)
})

it('finds the programs and the data that a source names, and addresses them', () => {
  const { source, files } = fixed(
    "start(new URL('./resize-worker.ts', import.meta.url)); read(new URL('../../drizzle/', import.meta.url))",
  )
  expect(source).toBe(
    "start(new URL('file:///app/services/team/src/people/resize-worker.js')); read(new URL('file:///app/services/team/drizzle/'))",
  )
  expect(files).toEqual([
    { kind: 'program', path: 'services/team/src/people/resize-worker' },
    { kind: 'data', path: 'services/team/drizzle/' },
  ])
})

it('leaves the main module to entries: in a bundle every module would be one', () => {
  const source = 'if (import.meta.main) run()'
  expect(fixed(source, { isEntry: true }).source).toBe(source)
  expect(fixed(source).source).toBe('if (false) run()')
})

it('leaves what is loaded by a computed address to the running program', () => {
  expect(fixed("[import(file), import('./known.ts')]").source).toBe(
    "[import(/* webpackIgnore: true */ file), import('./known.ts')]",
  )
})
