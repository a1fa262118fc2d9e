import { runInProcess } from './run-in-process.ts'
import { runPortal } from './run-portal.ts'

await runPortal({ run: runInProcess })
