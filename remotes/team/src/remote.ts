import { defineRemote } from '@portal/remote-kit/define-remote'
import { manifest } from './manifest.ts'
import './styles.css'

export const remote = defineRemote(manifest, {
  'get-started': () => import('./routes/get-started.tsx'),
  team: () => import('./routes/team.tsx'),
  users: () => import('./routes/users.tsx'),
  invitation: () => import('./routes/invitation.tsx'),
  join: () => import('./routes/join.tsx'),
  settings: () => import('./routes/settings.tsx'),
  notifications: () => import('./routes/notifications.tsx'),
  profile: () => import('./routes/profile.tsx'),
  sessions: () => import('./routes/sessions.tsx'),
})
