import { runPortal } from '../standalone/run-portal.ts'
import { runProcesses } from './run-processes.ts'

await runPortal({ run: runProcesses })
