import { crawlRun } from '@portal/build/vitest'

export default crawlRun()
