import { checkCommentWidth } from './check-comment-width.ts'
import { checkDocstrings } from './check-docstrings.ts'
import { checkEngineNames } from './check-engine-names.ts'
import { checkFolders } from './check-folders.ts'
import { checkLuck } from './check-luck.ts'
import { checkPaths } from './check-paths.ts'
import { checkReferences } from './check-references.ts'
import { checkSizes } from './check-sizes.ts'
import { checkWords } from './check-words.ts'
import { type Check, runChecks, toolCheck } from './run-checks.ts'

/** What `npm run verify` checks, cheapest first. */
const checks: readonly Check[] = [
  checkPaths,
  { name: 'references', run: checkReferences },
  checkWords,
  { name: 'sizes', run: checkSizes },
  checkCommentWidth,
  checkDocstrings,
  checkEngineNames,
  checkLuck,
  { name: 'folders without circles', run: checkFolders },
  toolCheck('format and lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off']),
  toolCheck('boundaries', 'dependency-cruiser/bin/dependency-cruise.mjs', [
    '--config=tools/verify/dependency-rules.mjs',
    '--output-type=err',
    ...['packages', 'services', 'remotes', 'shell', 'deploy', 'tests', 'tools', 'bench'],
  ]),
  toolCheck('dead code', 'knip/bin/knip.js', [
    '--config=tools/verify/knip.json',
    '--no-progress',
    '--no-config-hints',
  ]),
  toolCheck('types (services)', 'typescript/bin/tsc', ['-p', 'packages/build/tsconfig.node.json']),
  toolCheck('types (front end)', 'typescript/bin/tsc', ['-p', 'packages/build/tsconfig.web.json']),
]

process.exitCode = (await runChecks(checks)) ? 0 : 1
