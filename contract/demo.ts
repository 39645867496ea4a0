/** An account of the demo, which /login offers. */
export type DemoAccount = {
  role: 'writer' | 'administrator' | 'pending'
  email: string
  password: string
}
