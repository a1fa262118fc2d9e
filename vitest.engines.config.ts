import { enginesRun } from '@portal/build/vitest'

export default enginesRun()
