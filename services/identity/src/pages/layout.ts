import { type Html, html } from '@portal/service-kit/html'

/** Addresses that pages link to. */
export interface Site {
  /** The provider's public address, and its path without a slash at the end. */
  readonly issuer: string
  readonly base: string
  /** The portal's. */
  readonly origin: string
  /** Names of the files below `assets`. */
  readonly stylesheet: string
  readonly script: string
}

/** `heading` is also the title of the tab. */
export interface PageContent {
  readonly heading: string
  readonly body: Html
}

const logo = html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true"><path d="M3 3.5h10M3 12.5h6" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" opacity=".55"/><path d="M3 8h10" stroke="currentColor" stroke-width="3.2" stroke-linecap="round"/></svg>`

/** A complete document in the portal's look: top bar, aside, and the page's own column. */
export function page(site: Site, content: PageContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${content.heading} · AI Compliance Portal</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${site.base}/assets/${site.stylesheet}">
<script src="${site.base}/assets/${site.script}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar"><div class="in"><a class="brand" href="${site.origin}/"><span class="logo">${logo}</span>Portal</a></div></header>
<div class="frame">
<aside aria-label="About the portal">
<p class="claim">Ask your policies. See <mark>the sentence that answers.</mark></p>
<p class="quiet">Policies, approvals and answers in one place, with the source beside every answer.</p>
</aside>
<main id="main"><div class="column">
<h1>${content.heading}</h1>
${content.body}
</div></main>
</div>
</body>
</html>
`.markup
}
