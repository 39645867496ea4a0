/** The most common passwords of at least eight characters, in lower case. */
const COMMON = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789
  1234567890 123456780 87654321 987654321 0987654321 11111111 111111111 00000000 88888888 12341234
  11223344 123123123 123321123 112233445566 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwertyui qwertyuiop qwerty12
  qwerty123 qwerty1234 qwertyqwerty asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345
  abc123456 abcdefgh abcdefg1 iloveyou iloveyou1 sunshine sunshine1 princess princess1 football football1
  baseball baseball1 superman superman1 batman123 trustno1 welcome1 welcome123 whatever letmein1
  letmein123 changeme changeme1 changeme123 computer internet starwars pokemon1 dragon123 monkey123
  master123 shadow123 michael1 jennifer charlie1 jordan23 liverpool1 chelsea1 arsenal1 admin123 admin1234
  administrator adminadmin testtest test1234 testing1 testing123 secret123 default1 guest123 samsung1
  google123 facebook facebook1 scriptwriter screenplay hollywood`.split(/\s+/),
)

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())
