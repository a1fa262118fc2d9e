/** Defined by the build preset; absent under the test runner. */
declare const __APP_NAME__: string | undefined

/** Marks what opens on `<body>` as part of this build, so that its scoped stylesheet applies there too. */
export const appMark = { 'data-app': typeof __APP_NAME__ === 'string' ? __APP_NAME__ : 'shell' } as const
