import { describe, expect, it } from 'vitest'
import { pagePreloads, renderIndexPage } from './index-page.ts'

const remote = {
  name: 'chat',
  version: 'v1',
  entry: '/remotes/chat/v1/remote-entry.js',
  container: 'portal_chat',
  integrity: { 'remote-entry.js': 'sha384-abc' },
  navigation: [],
  routes: [],
}

const screen = {
  remote,
  params: {},
  route: {
    path: '/chat',
    screen: 'chat',
    when: ['member' as const],
    title: 'AI Assistant',
    layout: 'sidebar' as const,
    preload: ['remote-entry.js', 'chat.css'],
  },
}

describe('the page', () => {
  it('names the first reads and the files of the shown screen once each', () => {
    expect(pagePreloads([screen, null, screen])).toEqual([
      { href: '/remotes.json', as: 'fetch' },
      { href: '/api/session', as: 'fetch' },
      { as: 'layout' },
      { href: '/remotes/chat/v1/remote-entry.js', as: 'script', integrity: 'sha384-abc' },
      { href: '/remotes/chat/v1/chat.css', as: 'style' },
    ])
  })

  it('carries the nonce on scripts and script preloads, and the integrity that the registry states', () => {
    const page = renderIndexPage(
      '<head><!--preloads--><script src="/main.js" nonce="{{nonce}}"></script></head>',
      {
        nonce: 'n0nce+/=',
        preloads: pagePreloads([screen]),
      },
    )
    expect(page).toContain('<script src="/main.js" nonce="n0nce+/="></script>')
    expect(page).toContain(
      '<link rel="preload" as="script" href="/remotes/chat/v1/remote-entry.js" crossorigin="anonymous" integrity="sha384-abc" nonce="n0nce+/=">',
    )
    expect(page).toContain(
      '<link rel="preload" as="fetch" href="/api/session" crossorigin="use-credentials">',
    )
  })

  it('has the preloads of the layout only where a screen stands in one', () => {
    const template = '<!--preloads--><!--layout<link rel="preload" href="/layout.js" nonce="{{nonce}}">-->'
    const bare = { ...screen, route: { ...screen.route, layout: 'bare' as const } }
    const page = (shown: typeof screen | typeof bare) =>
      renderIndexPage(template, { nonce: 'n', preloads: pagePreloads([shown]) })
    expect(page(screen)).toContain('<link rel="preload" href="/layout.js" nonce="n">')
    expect(page(bare)).not.toContain('layout')
  })

  it('refuses a nonce that could leave its attribute', () => {
    expect(() => renderIndexPage('', { nonce: '"><script>', preloads: [] })).toThrow('base64')
  })
})
