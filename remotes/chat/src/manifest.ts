import { declareRemote } from '@portal/contracts/declare-remote'

const assistant = { screen: 'assistant', title: 'AI Assistant', layout: 'sidebar' } as const

/**
 * The manifest of chat. The assistant is a team_member's start page, shown instead of all pages of
 * the other members (product §2). /analytics is named here until a remote has it.
 */
export const manifest = declareRemote({
  name: 'chat',
  navigation: [
    {
      label: 'Chat',
      sidebarLabel: 'AI Assistant',
      to: '/chat',
      icon: 'message-square',
      order: 30,
      permission: 'chat:ask',
      topBar: ['member', 'team-member'],
      sidebar: ['member', 'team-member'],
    },
    {
      label: 'Gaps',
      to: '/gaps',
      icon: 'inbox',
      order: 35,
      permission: 'gap:read',
      // Hidden where there are none, as for most employees.
      count: '/api/chat/gaps',
      topBar: ['member'],
      sidebar: ['member', 'team-member'],
    },
    {
      label: 'Verified answers',
      to: '/verified-answers',
      icon: 'shield-check',
      order: 92,
      permission: 'verified-answer:read',
      topBar: [],
      sidebar: [],
      userMenu: ['member'],
    },
    {
      label: 'Golden questions',
      to: '/golden-questions',
      icon: 'clipboard-check',
      order: 93,
      permission: 'golden-question:read',
      topBar: [],
      sidebar: [],
      userMenu: ['member'],
    },
  ],
  routes: [
    { path: '/chat', when: ['member', 'team-member'], ...assistant },
    { path: '/', when: ['team-member'], ...assistant },
    { path: '/analytics', when: ['team-member'], ...assistant },
    { path: '/chat-simple', screen: 'simple', when: ['always'], title: 'AI Assistant', layout: 'bare' },
    { path: '/gaps', screen: 'gaps', when: ['member', 'team-member'], title: 'Gaps', layout: 'sidebar' },
    {
      path: '/verified-answers',
      screen: 'verified-answers',
      when: ['member'],
      permission: 'verified-answer:read',
      title: 'Verified answers',
      layout: 'sidebar',
    },
    {
      path: '/golden-questions',
      screen: 'golden-questions',
      when: ['member'],
      permission: 'golden-question:read',
      title: 'Golden questions',
      layout: 'sidebar',
    },
    { path: '/chat', screen: 'visitor', when: ['anonymous'], title: 'AI Assistant', layout: 'bare' },
  ],
})
