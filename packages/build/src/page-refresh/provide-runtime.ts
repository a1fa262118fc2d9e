import * as runtime from 'react-refresh/runtime'

// Development only, before the shell's own code: the page's one refresh runtime, for every remote (see runtime.ts).
Object.assign(globalThis, { [Symbol.for('portal.refresh-runtime')]: runtime })
