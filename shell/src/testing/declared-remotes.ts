import type { RemoteManifest } from '@portal/contracts/declare-remote'
import { RemoteEntry } from '@portal/contracts/remotes'
import { manifest as analytics } from '../../../remotes/analytics/src/manifest.ts'
import { manifest as chat } from '../../../remotes/chat/src/manifest.ts'
import { manifest as documents } from '../../../remotes/documents/src/manifest.ts'
import { manifest as marketing } from '../../../remotes/marketing/src/manifest.ts'
import { manifest as masterAdmin } from '../../../remotes/master-admin/src/manifest.ts'
import { manifest as team } from '../../../remotes/team/src/manifest.ts'

/** The registry with what the remotes of this repository declare. */
export const declaredRemotes = [analytics, chat, documents, marketing, masterAdmin, team].map(entryOf)

function entryOf(manifest: RemoteManifest): RemoteEntry {
  const { name } = manifest
  const entry = `/remotes/${name}/1/remote-entry.js`
  return RemoteEntry.parse({ ...manifest, version: '1', entry, container: name, integrity: {} })
}
