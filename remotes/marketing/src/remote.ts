import { defineRemote } from '@portal/remote-kit/define-remote'
import { manifest } from './manifest.ts'
import './styles.css'

export const remote = defineRemote(manifest, {
  landing: () => import('./routes/landing.tsx'),
  features: () => import('./routes/features.tsx'),
  security: () => import('./routes/security.tsx'),
  integrations: () => import('./routes/integrations.tsx'),
  contact: () => import('./routes/contact.tsx'),
  terms: () => import('./routes/terms.tsx'),
  privacy: () => import('./routes/privacy.tsx'),
  about: () => import('./routes/about.tsx'),
  quiz: () => import('./routes/quiz.tsx'),
  call: () => import('./routes/call.tsx'),
})
