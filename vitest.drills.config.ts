import { drillsRun } from '@portal/build/vitest'

export default drillsRun()
