import { expect, it } from 'vitest'
import { undocumentedExports } from './check-docstrings.ts'

const found = (text: string) => undocumentedExports({ file: 'packages/ui/src/some.ts', text })

it('a function, a class and a value that are exported without a docstring are found, by line and name', () => {
  expect(
    found(`export function draw() {}
export class Store {}
// Not a docstring.
export const limit = 3`),
  ).toEqual([
    'packages/ui/src/some.ts:1 exports draw without a docstring',
    'packages/ui/src/some.ts:2 exports Store without a docstring',
    'packages/ui/src/some.ts:4 exports limit without a docstring',
  ])
})

it('what says what it is, is a type, or stays in its file is in order', () => {
  expect(
    found(`/** Draws. */
export async function draw() {}
/** How many. */
export const limit = z.number()
export type limit = z.infer<typeof limit>
export interface Props { readonly limit: number }
function own() {}
const other = 4`),
  ).toEqual([])
})
