const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Nothing is called otherwise: the server would only complain of the form. */
export const isId = (text: string): boolean => ID.test(text)
