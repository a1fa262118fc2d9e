import { testRun } from '@portal/build/vitest'

export default testRun()
