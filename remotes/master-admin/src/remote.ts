import { defineRemote } from '@portal/remote-kit/define-remote'
import { manifest } from './manifest.ts'
import './styles.css'

export const remote = defineRemote(manifest, {
  dashboard: () => import('./routes/dashboard.tsx'),
  mail: () => import('./routes/mail.tsx'),
  deletions: () => import('./routes/deletions.tsx'),
  erasures: () => import('./routes/erasures.tsx'),
  remotes: () => import('./routes/remotes.tsx'),
  operations: () => import('./routes/operations.tsx'),
  audit: () => import('./routes/audit.tsx'),
  'platform-audit': () => import('./routes/platform-audit.tsx'),
})
