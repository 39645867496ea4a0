export type User = { id: string; headers: Record<string, string> }

export async function signUp(url: string, anonKey: string, name: string): Promise<User> {
  const headers = { apikey: anonKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ email: `${name}@example.com`, password: 'a good long password' })
  const response = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body })
  const { access_token, user } = (await response.json()) as {
    access_token: string
    user: { id: string }
  }
  return { id: user.id, headers: { ...headers, authorization: `Bearer ${access_token}` } }
}
