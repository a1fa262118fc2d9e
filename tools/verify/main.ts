import { checkCommentWidth } from './check-comment-width.ts'
import { checkDocstrings } from './check-docstrings.ts'
import { checkEngineNames } from './check-engine-names.ts'
import { checkFolders } from './check-folders.ts'
import { checkLuck } from './check-luck.ts'
import { checkPaths } from './check-paths.ts'
import { checkReferences } from './check-references.ts'
import { checkSizes } from './check-sizes.ts'
import { checkWords } from './check-words.ts'
import { type Check, runChecks } from './run-checks.ts'
import { toolCheck } from './tool-check.ts'

/** What `npm run verify` checks, cheapest first. */
const checks: readonly Check[] = [
  { name: 'paths in documents', run: checkPaths },
  { name: 'references', run: checkReferences },
  { name: 'words of the glossary', run: checkWords },
  { name: 'sizes', run: checkSizes },
  { name: 'width of comments', run: checkCommentWidth },
  { name: 'docstrings of packages', run: checkDocstrings },
  { name: 'engines behind ports', run: checkEngineNames },
  { name: 'tests without luck', run: checkLuck },
  { name: 'folders without circles', run: checkFolders },
  toolCheck('format and lint', '@biomejs/biome', ['ci', '--colors=off']),
  toolCheck('boundaries', 'dependency-cruiser', [
    '--config',
    'tools/verify/dependency-rules.mjs',
    '--output-type',
    'err',
    'packages',
    'services',
    'remotes',
    'shell',
    'deploy',
    'tests',
    'tools',
    'bench',
  ]),
  toolCheck('dead code', 'knip', [
    '--config',
    'tools/verify/knip.json',
    '--no-progress',
    '--no-config-hints',
  ]),
  toolCheck('types (services)', 'typescript', ['-p', 'packages/build/tsconfig.node.json']),
  toolCheck('types (front end)', 'typescript', ['-p', 'packages/build/tsconfig.web.json']),
]

process.exitCode = (await runChecks(checks)) ? 0 : 1
