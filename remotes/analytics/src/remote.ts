import { defineRemote } from '@portal/remote-kit/define-remote'
import { manifest } from './manifest.ts'
import './styles.css'

export const remote = defineRemote(manifest, {
  dashboard: () => import('./routes/dashboard.tsx'),
  analytics: () => import('./routes/analytics.tsx'),
})
