export const demoMessages = {
  bar: 'This is a demo; it is reset by',
  command: 'npm start -- --demo --reset',
  label: 'Accounts of the demo',
  signInAs: {
    writer: 'Sign in as the writer',
    administrator: 'Sign in as the administrator',
    pending: 'Sign in as somebody who waits',
  },
  failed: "Couldn't sign in. Please try again.",
}
