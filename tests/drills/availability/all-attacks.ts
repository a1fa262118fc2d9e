import { isFullDrill } from '@portal/testkit/drill-size'
import type { Attack } from './attack.ts'
import { everythingAtOnce } from './everything-at-once.ts'
import { fileBombs } from './file-bombs.ts'
import { heldUploads } from './held-uploads.ts'
import { idleConnections } from './idle-connections.ts'
import { largeOrganization } from './large-organization.ts'
import { loginStorm } from './login-storm.ts'
import { slowBodies } from './slow-bodies.ts'

export const allAttacks: readonly Attack[] = [
  ...slowBodies,
  idleConnections,
  heldUploads,
  fileBombs,
  loginStorm,
  largeOrganization,
  ...(isFullDrill ? [everythingAtOnce] : []),
]
