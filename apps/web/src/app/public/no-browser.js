// oxlint-disable no-unused-vars -- what comes after it in the built file uses them
// Stands before the code of public pages on the server: as much of a browser as drawing them needs.
const browser = { fetch: null, cookie: '' }
const fetch = (...args) => browser.fetch(...args)
const nowhere = { getItem: () => null, setItem() {}, removeItem() {} }
const [localStorage, sessionStorage] = [nowhere, nowhere]
const location = {
  href: 'http://portico/',
  origin: 'http://portico',
  pathname: '/',
  search: '',
  hash: '',
  protocol: 'http:',
  assign() {},
  replace() {},
}
const document = {
  title: '',
  hidden: false,
  documentElement: { lang: 'en', dataset: {}, style: { setProperty() {} } },
  // Parts that are loaded later are in this file: nothing is fetched for the links to them.
  head: { appendChild() {} },
  createElement: () => ({}),
  getElementsByTagName: () => [],
  querySelector: () => null,
  get cookie() {
    return browser.cookie
  },
  set cookie(_) {},
}
const matchMedia = () => ({ matches: false, addEventListener() {} })
const addEventListener = () => {}
// Most browsers have passkeys.
const PublicKeyCredential = null
