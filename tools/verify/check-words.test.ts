import { describe, expect, it } from 'vitest'
import { wordsIn } from './check-words.ts'

const said = (text: string, file = 'services/team/src/some-verb.ts') => wordsIn({ file, text })

describe('words', () => {
  it.each([
    ['a function', 'function openDoor() {}', 'openDoor'],
    ['a type', 'interface Standing {}', 'Standing'],
    ['a property', 'const it = { tellPerson: 1 }', 'tellPerson'],
    ['a variable', 'for (const place of []) {}', 'place'],
    ['another', 'const told = []', 'told'],
    ['a comment', '/** Ten rounds unless told. */', 'unless told'],
    ['a comment over two lines', '/**\n * Ten rounds unless\n * told.\n */', 'unless told'],
    ['a line comment', '// For who asks.', 'For who'],
  ])('that have a better one are found in %s', (_, text, word) => {
    expect(said(text)).toEqual([
      expect.stringMatching(new RegExp(`^services/team/src/some-verb\\.ts:\\d says ${word}: say `)),
    ])
  })

  it('are found in the name of a file', () => {
    expect(said('', 'services/gateway/src/door/open-door.ts')).toEqual([
      expect.stringMatching(/open-door\.ts:1 says openDoor: /),
    ])
  })

  it('may be what they are in texts and within other words', () => {
    expect(
      said(`const text = 'Whoever knocks at the door'
const outdoors = understanding(intelligence, foretold)
// A standing order, by the door of the house; a visit of the inspector.`),
    ).toEqual([])
  })

  it.each([
    'const text = "Please sign in first."',
    'const x = <p>We keep you signed in.</p>',
    "const x = 'To sign you in.'",
    'f(`Log-in of a person`)',
  ])('that people read are those of the product (decision 72): %s', (text) => {
    expect(said(text, 'remotes/team/src/screen.tsx')).toEqual([expect.stringContaining('decision 72')])
    expect(said(text, 'remotes/team/src/screen.test.tsx')).toEqual([])
  })

  it('may be names of things that nobody reads', () => {
    expect(said(`const when = ['signed-in', 'sign out leave']`)).toEqual([])
  })
})
