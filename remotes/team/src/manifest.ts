import { declareRemote } from '@portal/contracts/declare-remote'

/**
 * The manifest of team: onboarding at `/` for people without an organization, joining by link
 * (decision 63), members, and one's own notifications and sessions. A team_member's `/team` is
 * chat's (product §2); without an organization all are closed (decision 56).
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
      permission: 'member:read',
      topBar: ['member'],
      sidebar: ['member'],
    },
    {
      label: 'Organization settings',
      to: '/settings',
      icon: 'building-2',
      order: 90,
      permission: 'organization:change-settings',
      topBar: [],
      sidebar: [],
      userMenu: ['member'],
    },
    {
      label: 'Profile',
      to: '/profile',
      icon: 'user-round',
      order: 95,
      topBar: [],
      sidebar: [],
      userMenu: ['member', 'team-member', 'operator'],
    },
    {
      label: 'Your sessions',
      to: '/sessions',
      icon: 'monitor-smartphone',
      order: 100,
      topBar: [],
      sidebar: [],
      userMenu: ['member', 'team-member', 'operator'],
    },
  ],
  acts: [
    {
      label: 'Invite a team member',
      words: 'add new person colleague user invitation e-mail',
      to: '/team?open=invitation',
      permission: 'invitation:create',
    },
    {
      label: 'Create a department',
      words: 'add new',
      to: '/team?open=new-department',
      permission: 'department:create',
    },
    {
      label: 'See all notifications',
      words: 'bell unread read',
      to: '/notifications',
      permission: 'notification:read',
    },
  ],
  routes: [
    { path: '/', screen: 'get-started', when: ['no-organization'], title: 'Get Started', layout: 'topbar' },
    { path: '/join', screen: 'join', when: ['always'], title: 'Join Organization', layout: 'bare' },
    { path: '/join/:code', screen: 'join', when: ['always'], title: 'Join Organization', layout: 'bare' },
    {
      path: '/invitation/:token',
      screen: 'invitation',
      when: ['always'],
      title: 'Invitation',
      layout: 'bare',
    },
    {
      path: '/team',
      screen: 'team',
      when: ['member'],
      permission: 'member:read',
      title: 'Team Management',
      layout: 'topbar',
    },
    // No permission: the screen says who may change them.
    {
      path: '/settings',
      screen: 'settings',
      when: ['member'],
      title: 'Organization settings',
      layout: 'topbar',
    },
    {
      path: '/profile',
      screen: 'profile',
      when: ['member', 'team-member', 'operator'],
      title: 'Profile',
      layout: 'topbar',
    },
    {
      path: '/sessions',
      screen: 'sessions',
      when: ['member', 'team-member', 'operator'],
      title: 'Your sessions',
      layout: 'topbar',
    },
    {
      path: '/notifications',
      screen: 'notifications',
      when: ['member', 'team-member'],
      permission: 'notification:read',
      title: 'Notifications',
      layout: 'topbar',
    },
    // No permission: the screen itself explains a refusal (product §2).
    {
      path: '/users',
      screen: 'users',
      when: ['member'],
      title: 'User Management',
      layout: 'topbar',
      below: '/team',
    },
  ],
})
