import { declareRemote } from '@portal/contracts/declare-remote'

/**
 * What team declares of itself: onboarding at `/` for people without an organization, joining by link (decision 63), and the people of an
 * organization. A team_member's `/team` is chat's (specification §2).
 */
export const manifest = declareRemote({
  name: 'team',
  navigation: [
    {
      label: 'Team',
      sidebarLabel: 'Team Management',
      to: '/team',
      icon: 'users',
      order: 50,
      permission: 'team:read',
      topBar: ['member'],
      sidebar: ['member'],
    },
  ],
  routes: [
    { path: '/', screen: 'get-started', when: ['no-organization'], title: 'Get Started', layout: 'topbar' },
    { path: '/join', screen: 'join', when: ['always'], title: 'Join Organization', layout: 'bare' },
    { path: '/join/:code', screen: 'join', when: ['always'], title: 'Join Organization', layout: 'bare' },
    {
      path: '/team',
      screen: 'team',
      when: ['member'],
      permission: 'team:read',
      title: 'Team Management',
      layout: 'topbar',
    },
  ],
})
