// Keycloak shows a refused form at the address that it was posted to. The address of the page
// replaces it, so that a reload requests the page.
const form = document.querySelector('form[action*="session_code="]')
if (form && location.search.includes('session_code=')) {
  const address = new URL(form.action)
  address.searchParams.delete('session_code')
  history.replaceState(null, '', address)
}
