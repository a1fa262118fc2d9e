import { checkCommentWidth } from './check-comment-width.ts'
import { checkDocstrings } from './check-docstrings.ts'
import { checkFolders } from './check-folders.ts'
import { checkLuck } from './check-luck.ts'
import { checkPaths } from './check-paths.ts'
import { checkReferences } from './check-references.ts'
import { checkSizes } from './check-sizes.ts'
import { checkWords } from './check-words.ts'
import { runChecks, toolCheck } from './run-checks.ts'
await runChecks([checkPaths, checkWords, { name: 'sizes', run: checkSizes }, checkCommentWidth, checkDocstrings, checkLuck,{ name: 'references', run: checkReferences },{ name: 'folders without circles', run: checkFolders },
  toolCheck('dead code', 'knip/bin/knip.js', ['--config=tools/verify/knip.json','--no-progress','--no-config-hints',]),
])
