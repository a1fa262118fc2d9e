import { declareRemote } from '@portal/contracts/declare-remote'

const assistant = { screen: 'assistant', title: 'AI Assistant', layout: 'sidebar' } as const
/** Pages that the assistant links to: the navigation has the specified links alone (product §2). */
const learned = { layout: 'sidebar', below: '/chat' } as const

/**
 * The manifest of chat. The assistant is a team_member's start page, shown instead of all pages of
 * the other members (product §2).
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
  ],
  acts: [
    { label: 'New conversation', words: 'start chat assistant', to: '/chat', permission: 'chat:ask' },
    {
      label: 'Ask as of a date',
      words: 'question past version in force then day',
      to: '/chat?open=as-of',
      permission: 'chat:ask',
    },
    {
      label: 'Add a golden question',
      words: 'new create test answers',
      to: '/golden-questions?open=new-question',
      permission: 'golden-question:manage',
    },
  ],
  routes: [
    { path: '/chat', when: ['member', 'team-member'], ...assistant },
    { path: '/', when: ['team-member'], ...assistant },
    { path: '/analytics', when: ['team-member'], ...assistant },
    { path: '/chat-simple', screen: 'simple', when: ['always'], title: 'AI Assistant', layout: 'bare' },
    {
      path: '/gaps',
      screen: 'gaps',
      when: ['member', 'team-member'],
      permission: 'gap:read',
      title: 'Gaps',
      ...learned,
    },
    {
      path: '/verified-answers',
      screen: 'verified-answers',
      when: ['member'],
      permission: 'verified-answer:read',
      title: 'Verified answers',
      ...learned,
    },
    {
      path: '/golden-questions',
      screen: 'golden-questions',
      when: ['member'],
      permission: 'golden-question:read',
      title: 'Golden questions',
      ...learned,
    },
    {
      path: '/assistant-settings',
      screen: 'assistant-settings',
      when: ['member'],
      permission: 'assistant:read-use',
      title: 'Assistant settings',
      ...learned,
    },
    { path: '/chat', screen: 'visitor', when: ['anonymous'], title: 'AI Assistant', layout: 'bare' },
  ],
})
