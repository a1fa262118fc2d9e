import { defineRemote } from '@portal/remote-kit/define-remote'
import { manifest } from './manifest.ts'
import './styles.css'

export const remote = defineRemote(manifest, {
  difference: () => import('./routes/difference.tsx'),
  library: () => import('./routes/library.tsx'),
  versions: () => import('./routes/versions.tsx'),
  approvals: () => import('./routes/approvals.tsx'),
  visitor: () => import('./routes/visitor.tsx'),
})
