import { declareRemote } from '@portal/contracts/declare-remote'

/** The manifest of marketing: public pages with their own header and footer. */
export const manifest = declareRemote({
  name: 'marketing',
  navigation: [],
  routes: [
    {
      path: '/',
      screen: 'landing',
      when: ['anonymous'],
      title: 'AI Compliance Portal – Answers from your approved policies',
      layout: 'bare',
    },
  ],
})
