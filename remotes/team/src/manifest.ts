import { declareRemote } from '@portal/contracts/declare-remote'

/** What team declares of itself: onboarding at `/` for people without an organization, and joining by link (decision 63). */
export const manifest = declareRemote({
  name: 'team',
  navigation: [],
  routes: [
    { path: '/', screen: 'get-started', when: ['no-organization'], title: 'Get Started', layout: 'topbar' },
    { path: '/join', screen: 'join', when: ['always'], title: 'Join Organization', layout: 'bare' },
    { path: '/join/:code', screen: 'join', when: ['always'], title: 'Join Organization', layout: 'bare' },
  ],
})
