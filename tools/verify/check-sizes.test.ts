import { describe, expect, it } from 'vitest'
import { sizeProblems } from './check-sizes.ts'

const source = (file: string, lines: number, text = '') => ({
  file,
  text: `${text}${'line\n'.repeat(lines - 1)}end`,
})
const team = (lines: number) => [
  source('services/team/src/one.ts', lines - 1000),
  source('services/team/src/two.ts', 1000),
]

describe('sizes', () => {
  it('of a folder are those of all its files, and each kind of folder has its own limit', () => {
    expect(sizeProblems(team(2500), [])).not.toContainEqual(expect.stringMatching(/^services\/team/))
    expect(sizeProblems(team(2501), [])).toContain('services/team: 2501 lines of code, at most 2500')
    expect(sizeProblems([source('services/gateway/src/a.ts', 3999)], [])).not.toContainEqual(
      expect.stringMatching(/^services\/gateway/),
    )
  })

  it('count what is neither blank nor comment', () => {
    const commented = source('services/team/src/a.ts', 2500, '/**\n * Why.\n */\n\n// How.\n')
    expect(sizeProblems([commented], [])).not.toContainEqual(expect.stringMatching(/^services\/team/))
  })

  it('may exceed a limit as far as an exception says, and an exception that nothing needs is one too many', () => {
    const exceptions = [{ path: 'services/team', lines: 2600, reason: 'it is being split' }]
    expect(sizeProblems(team(2600), exceptions)).not.toContainEqual(expect.stringMatching(/^services\/team/))
    expect(sizeProblems(team(2601), exceptions)).toContainEqual(
      expect.stringMatching(/^services\/team: 2601/),
    )
    expect(sizeProblems(team(2000), exceptions)).toContain(
      'size-exceptions.json excepts services/team, which needs no exception',
    )
  })

  it('of most files are small', () => {
    expect(sizeProblems([source('bench/src/a.ts', 61)], [])).toContain(
      'half of the files have more than 60 lines',
    )
  })

  it('of a file that only one other imports tell where it belongs, unless a convention asks for it', () => {
    const importer = (file: string) => source('services/team/src/big.ts', 40, `import { a } from '${file}'\n`)
    const lone = source('services/team/src/lone.ts', 24)
    const found = 'services/team/src/lone.ts: 24 lines and only big.ts imports it: move it there'
    expect(sizeProblems([importer('./lone.ts'), lone], [])).toContain(found)
    expect(
      sizeProblems(
        [importer('./lone.ts'), source('services/team/src/other.ts', 40, "import './lone.ts'\n"), lone],
        [],
      ),
    ).not.toContain(found)
    expect(sizeProblems([importer('./config.ts'), source('services/team/src/config.ts', 10)], [])).toEqual([])
    expect(
      sizeProblems([importer('@portal/contracts/word'), source('packages/contracts/src/word.ts', 5)], []),
    ).toContainEqual(expect.stringMatching(/^packages\/contracts\/src\/word\.ts: 5 lines/))
  })
})
