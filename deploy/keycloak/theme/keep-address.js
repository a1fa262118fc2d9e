// A refused form is shown at the address that it was sent to. The address of the page is put in its place, so that a reload asks for the page.
const form = document.querySelector('form[action*="session_code="]')
if (form && location.search.includes('session_code=')) {
  const address = new URL(form.action)
  address.searchParams.delete('session_code')
  history.replaceState(null, '', address)
}
