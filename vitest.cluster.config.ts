import { clusterRun } from '@portal/build/vitest'

export default clusterRun()
