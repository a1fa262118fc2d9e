import { describe, expect, it } from 'vitest'
import { type Citable, danglingReferences } from './check-references.ts'

const citable: Citable = {
  decisions: new Set([1, 2, 25]),
  product: new Set([1, 9]),
  architecture: new Set([5]),
  promises: new Set([10]),
  targets: new Set([5]),
  adrs: new Set([3]),
  documents: ['docs/architecture.md', 'docs/recipes/add-a-service.md', 'bench/results/search.md'],
}
const dangling = (text: string, file = 'services/team/src/some-verb.ts') =>
  danglingReferences({ file, text }, citable)

describe('references', () => {
  it.each([
    ['a decision', '// As decision 80 says.', 'decision 80'],
    ['one decision of several', '// See decisions 1, 2 and 26.', 'decision 26'],
    ['the end of a range', '// See decisions 1–3.', 'decision 3'],
    ['a decision on the next line of a comment', '/**\n * See decision\n * 80. */', 'decision 80'],
    ['a section of the product', "it('is shown (product §10)')", 'product §10'],
    ['a second section', '// Product §1 and §8', 'product §8'],
    ['a section of the architecture', '// architecture.md §6', 'architecture §6'],
    ['a promise', '// Never more (R20).', 'R20'],
    ['a target', '// Halves P25.', 'P25'],
    ['an ADR', '// ADR 4', 'ADR 4'],
    ['the file of an ADR', '// docs/adr/0004-none', 'ADR 4'],
  ])('to %s that does not exist are found', (_, text, name) => {
    expect(dangling(text)).toEqual([
      expect.stringMatching(new RegExp(`^services/team/src/some-verb\\.ts:\\d cites ${name}, `)),
    ])
  })

  it.each([
    ['a document', '// See engines.md.', 'names engines.md'],
    ['a document by a wrong path', '// See guides/architecture.md.', 'names guides/architecture.md'],
    ['a section of nothing', '// As §5 says.', '§5 does not say of what'],
    ['what only its author had', '// The house style wants it.', 'house style is no document'],
    ['the former name of the product page', '// specification §5', 'specification § is no document'],
    ["somebody's machine", "const folder = '/home/ada/portal'", '/home/a is a path of one machine'],
    ['a folder beside the repository', "const mockups = '../shared/design'", '../shared is a path'],
  ])('to %s are found', (_, text, problem) => {
    expect(dangling(text)).toContainEqual(expect.stringContaining(problem))
  })

  it('that lead somewhere, and what only looks like one, pass', () => {
    expect(
      dangling(`/** Decisions 1 and 2, decision 25; product §1, §9; Architecture §5; R10, P5, ADR 3. */
// RFC 6749 §4.1.2 and RFC 3834 §5; docs/adr/0003-a-connection; architecture.md, add-a-service.md
const data = '../shared/eval/obliqa'
const decision = decide(25)
const P10x = pair(R2(), P1-1, 'R2.x', 'MAP99')`),
    ).toEqual([])
  })

  it('of a document to a section are to the product', () => {
    expect(dangling('bends §9, not §8', 'docs/decisions.md')).toEqual([
      'docs/decisions.md:1 §8 does not say of what',
    ])
  })
})
