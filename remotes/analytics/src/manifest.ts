import { declareRemote } from '@portal/contracts/declare-remote'

/** Dashboard and analytics; a team_member's `/` and `/analytics` are chat's (product §2). */
export const manifest = declareRemote({
  name: 'analytics',
  navigation: [
    {
      label: 'Dashboard',
      to: '/',
      icon: 'layout-dashboard',
      order: 10,
      topBar: ['member'],
      sidebar: ['member'],
    },
    {
      label: 'Analytics',
      to: '/analytics',
      icon: 'chart-column',
      order: 40,
      permission: 'analytics:read',
      topBar: ['member'],
      sidebar: ['member'],
    },
  ],
  routes: [
    { path: '/', screen: 'dashboard', when: ['member'], title: 'Dashboard', layout: 'topbar' },
    {
      path: '/analytics',
      screen: 'analytics',
      when: ['member'],
      permission: 'analytics:read',
      title: 'Analytics',
      layout: 'topbar',
    },
  ],
})
