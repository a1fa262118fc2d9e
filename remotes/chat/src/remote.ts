import { defineRemote } from '@portal/remote-kit/define-remote'
import { manifest } from './manifest.ts'
import './styles.css'

export const remote = defineRemote(manifest, {
  assistant: () => import('./routes/assistant.tsx'),
  simple: () => import('./routes/simple.tsx'),
  gaps: () => import('./routes/gaps.tsx'),
  'verified-answers': () => import('./routes/verified-answers.tsx'),
  'golden-questions': () => import('./routes/golden-questions.tsx'),
  'assistant-settings': () => import('./routes/assistant-settings.tsx'),
  visitor: () => import('./routes/visitor.tsx'),
})
