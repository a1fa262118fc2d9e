import { readFileSync } from 'node:fs'
import { Html, html } from '@portal/service-kit/html'

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

const lines = `<path d="M3 3.5h10M3 12.5h6" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" opacity=".55"/><path d="M3 8h10" stroke="currentColor" stroke-width="3.2" stroke-linecap="round"/>`
const logo = html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true">${new Html(lines)}</svg>`
/**
 * The address of the tab's icon, for these pages and Keycloak's theme. A browser draws it outside
 * the page, without its tokens.
 */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" color="white"><rect width="24" height="24" rx="6" fill="#0e6a70"/><g transform="translate(2 2) scale(1.25)">${lines}</g></svg>`,
)}`

/** Markup of the product beside a form, for these pages and Keycloak's theme. */
export const drawing = readFileSync(new URL('./drawing.html', import.meta.url), 'utf8')

/** A complete document in the portal's look: the page's own column, and the product beside it. */
export function page(site: Site, content: PageContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${content.heading} · AI Compliance Portal</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" href="${site.base}/assets/${site.stylesheet}">
<script src="${site.base}/assets/${site.script}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<div class="halves">
<div class="half">
<header><a class="brand" href="${site.origin}/"><span class="logo">${logo}</span>Portal</a></header>
<main id="main"><div class="column">
<h1>${content.heading}</h1>
${content.body}
</div></main>
<footer><a href="${site.origin}/privacy">Privacy Policy</a><a href="${site.origin}/terms">Terms of Service</a><a href="${site.origin}/contact">Contact Us</a></footer>
</div>
<aside aria-hidden="true">
${new Html(drawing)}</aside>
</div>
</body>
</html>
`.markup
}
