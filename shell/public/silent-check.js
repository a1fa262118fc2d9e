// Hands the provider's answer, which is in this frame's address, to the page that asked (keycloak-js, silent check).
if (window.parent !== window) window.parent.postMessage(window.location.href, window.location.origin)
