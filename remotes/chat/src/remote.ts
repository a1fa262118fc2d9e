import { defineRemote } from '@portal/remote-kit/define-remote'
import { manifest } from './manifest.ts'
import './styles.css'

export const remote = defineRemote(manifest, {
  assistant: () => import('./routes/assistant.tsx'),
  simple: () => import('./routes/simple.tsx'),
  visitor: () => import('./routes/visitor.tsx'),
})
