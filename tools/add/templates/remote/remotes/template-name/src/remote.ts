import { defineRemote } from '@portal/remote-kit/define-remote'
import { manifest } from './manifest.ts'
import './styles.css'

export const remote = defineRemote(manifest, {
  overview: () => import('./routes/overview.tsx'),
})
