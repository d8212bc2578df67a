"""Texts with secrets, and texts that look like them. Every value is made of a digest when it is asked for, so that no file
of this repository holds anything that a scanner could take for a secret."""
import base64
import hashlib
import string

HEX = "0123456789abcdef"
LOWER = string.ascii_lowercase
UPPER = string.ascii_uppercase
DIGITS = string.digits
WORD = LOWER + UPPER + DIGITS
CAPITAL = UPPER + DIGITS
DASHED = WORD + "-_"
BASE64 = WORD + "+/"


def made(alphabet, count, seed=""):
    """Characters of an alphabet, the same ones each time. The first and the last one are letters or digits."""
    out, number = [], 0
    while len(out) < count:
        for byte in hashlib.sha512(f"tidemark {alphabet} {count} {seed} {number}".encode()).digest():
            letter = alphabet[byte % len(alphabet)]
            if len(out) in (0, count - 1) and not letter.isalnum():
                letter = "7" if "7" in alphabet else alphabet[0]
            if len(out) < count:
                out.append(letter)
        number += 1
    return "".join(out)


def uuid(seed=""):
    digits = made(HEX, 32, "uuid" + seed)
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def jwt(seed=""):
    def part(text):
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return ".".join((part('{"alg":"HS256","typ":"JWT"}'), part('{"sub":"%s","name":"a b"}' % made(DIGITS, 10, seed)), made(DASHED, 43, seed)))


def pem(kind="RSA ", separator="\n", lines=12):
    rows = [made(BASE64, 64, str(number)) for number in range(lines)] + [made(WORD, 30) + "=="]
    mark = "-" * 5
    return separator.join([f"{mark}BEGIN {kind}PRIVATE KEY{mark}", *rows, f"{mark}END {kind}PRIVATE KEY{mark}"])


def basic(user="deploy", seed=""):
    return base64.b64encode(f"{user}:{made(WORD, 12, seed)}".encode()).decode()


def secrets():
    """Pairs of a text and what of it must not be shown."""
    pairs = []

    def add(text, *values):
        pairs.append((text, list(values)))

    def form(value, text="the server said {} and closed"):
        add(text.format(value), value)

    # Secrets with a known form.
    for prefix in ("AKIA", "ASIA", "ABIA", "ACCA"):
        form(prefix + made(UPPER + "234567", 16))
    form("xoxb-" + made(DIGITS, 12) + "-" + made(DIGITS, 13) + "-" + made(WORD, 24))
    form("xoxp-" + made(DIGITS, 11) + "-" + made(DIGITS, 12) + "-" + made(DIGITS, 13) + "-" + made(HEX, 32))
    form("xoxa-2-" + made(DIGITS, 12) + "-" + made(HEX, 20))
    form("xoxs-" + made(DIGITS, 10) + "-" + made(DIGITS, 10) + "-" + made(DIGITS, 10) + "-" + made(HEX, 10))
    form("xoxe.xoxp-1-" + made(CAPITAL, 164))
    form("xoxe-1-" + made(CAPITAL, 146))
    form("xoxr-" + made(WORD, 30))
    form("xoxc-" + made(DIGITS, 11) + "-" + made(HEX, 40))
    form("xapp-1-A" + made(CAPITAL, 10) + "-" + made(DIGITS, 13) + "-" + made(HEX, 64))
    add("POST https://hooks.slack.com/services/T" + made(CAPITAL, 8) + "/B" + made(CAPITAL, 8, "b") + "/" + made(WORD, 24) + " 403", made(WORD, 24))
    add("curl hooks.slack.com/workflows/T" + made(CAPITAL, 8) + "/A" + made(CAPITAL, 8) + "/" + made(DIGITS, 18) + "/" + made(WORD, 24, "w"), made(WORD, 24, "w"))
    add("https://example.webhook.office.com/webhookb2/" + uuid("1") + "@" + uuid("2") + "/IncomingWebhook/" + made(HEX, 32) + "/" + uuid("3"),
        made(HEX, 32), uuid("3"))
    add("POST https://discord.com/api/webhooks/" + made(DIGITS, 18) + "/" + made(DASHED, 68) + " -> 404", made(DASHED, 68))
    add("posting to https://discordapp.com/api/webhooks/" + made(DIGITS, 19) + "/" + made(DASHED, 68, "x"), made(DASHED, 68, "x"))
    form("M" + made(WORD, 23) + "." + made(WORD, 6) + "." + made(DASHED, 38))
    for prefix, count in (("glpat", 20), ("gldt", 20), ("glrt", 20), ("glft", 20), ("glsoat", 20), ("glffct", 20), ("glimt", 25), ("glagent", 50),
                          ("gloas", 64)):
        form(prefix + "-" + made(WORD, count, prefix))
    form("glptt-" + made(HEX, 40))
    form("glcbt-64_" + made(DASHED, 20))
    form("GR13489" + "41" + made(DASHED, 20))
    form("glrt-t1_" + made(DASHED, 27) + ".01." + made(HEX, 9))
    for kind in "pousr":
        form(f"gh{kind}_" + made(WORD, 36, kind))
    form("github_" + "pat_" + made(WORD, 22) + "_" + made(WORD, 59))
    form("ya29" + "." + made(DASHED, 120))
    form("GOCSPX" + "-" + made(DASHED, 28))
    form("AI" + "za" + made(DASHED, 35))
    for kind in ("sk_live", "sk_test", "rk_live", "rk_prod"):
        form(kind + "_" + made(WORD, 24, kind))
    form("whsec_" + made(WORD, 32))
    form("SG" + "." + made(DASHED, 22) + "." + made(DASHED, 43))
    form("key" + "-" + made(HEX, 32))
    form("SK" + made(HEX, 32))
    form("sk" + "-" + made(WORD, 20) + "T3Blbk" + "FJ" + made(WORD, 20, "b"))
    form("sk-" + "proj-" + made(DASHED, 74) + "T3Blbk" + "FJ" + made(DASHED, 74, "b"))
    form("sk-" + "svcacct-" + made(DASHED, 100))
    form("sk-" + "ant-api03-" + made(DASHED, 93) + "AA")
    form("sk-" + "or-v1-" + made(HEX, 64))
    form("hvs" + "." + made(DASHED, 95))
    form("hvb" + "." + made(DASHED, 140))
    form("s" + "." + made(WORD, 24))
    for kind in ("dop", "doo", "dor"):
        form(kind + "_v1_" + made(HEX, 64, kind))
    form("dap" + "i" + made(HEX, 32))
    form("hf" + "_" + made(LOWER + UPPER, 34))
    form("np" + "m_" + made(WORD, 36))
    form("pypi" + "-AgEIcHlwaS5vcmc" + made(DASHED, 90))
    form("rubygems" + "_" + made(HEX, 48))
    form("ci" + "o" + made(WORD, 32))
    form("AGE-SECRET-" + "KEY-1" + made("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58))
    form(made(DIGITS, 10) + ":AA" + made(DASHED, 33))
    add("GET https://api.telegram.org/bot" + made(DIGITS, 9) + ":AA" + made(DASHED, 33, "t") + "/sendMessage", made(DASHED, 33, "t"))
    form("sq0atp" + "-" + made(DASHED, 22))
    form("sq0csp" + "-" + made(DASHED, 43))
    form("EAA" + "A" + made(DASHED, 60))
    for kind in ("at", "ca", "pa", "ss"):
        form(f"shp{kind}_" + made(HEX, 32, kind))
    form("HRKU" + "-AA" + made(DASHED, 58))
    form("ATATT3" + "xFfGF0" + made(DASHED, 180) + "=" + made(CAPITAL, 8))
    form("ATBB" + made(WORD, 32))
    form("lin_" + "api_" + made(WORD, 40))
    form("glsa" + "_" + made(WORD, 32) + "_" + made(HEX, 8))
    form("glc" + "_" + made(WORD, 80))
    form("NRAK" + "-" + made(CAPITAL, 27))
    form("dp" + ".pt." + made(WORD, 43))
    form("PMAK" + "-" + made(HEX, 24) + "-" + made(HEX, 34))
    form("pul" + "-" + made(HEX, 40))
    form(made(WORD, 14) + ".atlas" + "v1." + made(DASHED, 67))
    form("dckr_" + "pat_" + made(DASHED, 27))
    form("oy2" + made(LOWER + DIGITS, 43))
    form("ntn" + "_" + made(DIGITS, 11) + made(WORD, 35))
    form("figd" + "_" + made(DASHED, 40))
    form("sntryu" + "_" + made(HEX, 64))
    form("abc8" + "Q~" + made(WORD + "._-", 34))
    form("LTAI" + made(WORD, 20))
    form(jwt())
    add("Cookie jar: session " + jwt("2") + "; Path=/", jwt("2").split(".")[2])
    # Secrets in various surroundings.
    value = "gh" + "p_" + made(WORD, 36, "place")
    for text in ("token%3D{}%26x=1", 'log: "line\\n{}\\n"', "({})", "<{}>", "{}.", "a/{}/b.txt", "TOKEN={}&x=1", "…{}", "x-access-{}"):
        form(value, text)
    # Private keys.
    for kind in ("RSA ", "", "EC ", "OPENSSH ", "DSA ", "ENCRYPTED "):
        add("could not load\n" + pem(kind) + "\ndone", made(BASE64, 64, "3"), made(BASE64, 64, "11"))
    add('{"private_key": "' + pem("", "\\n") + '", "a": 1}', made(BASE64, 64, "3"))
    add("key: '" + pem("RSA ", " ") + "'", made(BASE64, 64, "7"))
    add("key = (\n    \"" + pem("RSA ", "\\n\"\n    \"") + "\"\n)", made(BASE64, 64, "7"))
    add(pem("RSA ", "\\n")[:500] + " and then it was cut", made(BASE64, 64, "3"))
    add(pem("RSA ", "\n | ")[:500] + "\n | The end.", made(BASE64, 64, "3"))
    # Secrets known by their names.
    plain = made(WORD, 14) + "!9"
    code = made(WORD, 40)
    base = made(BASE64, 86) + "=="
    for text in (
        "aws_secret_access_key = {}", "AWS_SECRET_ACCESS_KEY={}", 'secretAccessKey: "{}"', "<SecretAccessKey>{}</SecretAccessKey>",
        '"SecretAccessKey" : "{}"', "aws_session_token={}",
    ):
        add(text.format(made(BASE64, 40)), made(BASE64, 40))
    for text in (
        "PASSWORD={}", "export DB_PASSWORD='{}'", "password: {}", "Password: {}", "passwd={}", "pwd={};", "db.password={}", "PGPASSWORD={} psql -h db",
        '{{"password": "{}", "user": "a"}}', '{{\\"password\\": \\"{}\\"}}', "{{'password': '{}'}}", "User(name=bob, password={}, age=3)",
        "User{{name='bob', password='{}'}}", "<password>{}</password>", '<add key="Password" value="{}"/>', '<connection user="sa" password="{}" />',
        "https://h/login?user=a&password={}&x=1", "Server=db;User Id=sa;Password={};Encrypt=true", 'password := "{}"', 'password => "{}"',
        "mysqldump --password={} shop", "login --password {} --host db", "tool --user a --password '{}'", "-Dspring.datasource.password={}",
        "dbPassword = \"{}\"", "MYSQL_PWD={}", "keystore.passphrase: {}", "sshpass -p {} ssh host", "mysql -u root -p{} shop", "docker login -u bot -p {} registry",
        '- name: DB_PASSWORD\n  value: "{}"', '{{"name": "DB_PASSWORD", "value": "{}"}}', "ansible_become_pass={}", "user_pass: {}", "&quot;password&quot;:&quot;{}&quot;",
        "redis-cli -h db -a {} ping", "<key>Password</key>\n\t<string>{}</string>", "user=bob pw={} host=db",
        "assert password == '{}'", 'password: Some("{}")', "$env:PASSWORD = \"{}\"", "set PASSWORD={}", "DB_PASS={}", "PASSWORD: '{}' # local",
    ):
        add(text.format(plain), plain)
    for word in ("hunter2", "s3cr3t!", "Tr0ub4dor&3", "correct-horse-battery-staple", "P@ssw0rd"):
        add(f"password={word}", word)
        add(f'"password": "{word}"', word)
        add(f"user=bob pass={word} host=db" if "-" not in word else f"DB_PASS={word}", word)
    add("PASSWORD=swordfish", "swordfish")
    for phrase in ("correct horse battery staple", "two words", "my secret pass", "three word phrase"):
        add(f'{{"password": "{phrase}"}}', phrase)
        add(f"password = '{phrase}'", phrase)
    for text in (
        "machine h.example login me@x.example password {}", "machine h\n  login me\n  password {}\n", "  machine h password {} login me", "default login me password {}",
        'echo "machine h login me password {}" >> ~/.netrc', "machine h login me account a password '{}'", "machine h\\nlogin me\\npassword {}\\n",
        "ALTER USER app IDENTIFIED BY '{}';", "create user app identified by '{}'", "CREATE USER app IDENTIFIED BY {} DEFAULT TABLESPACE t",
        "CREATE USER 'app'@'%' IDENTIFIED WITH mysql_native_password BY '{}'", "near 'IDENTIFIED BY '{}'' at line 1", "IDENTIFIED BY PASSWORD '*{}'",
        "ALTER ROLE app WITH ENCRYPTED PASSWORD '{}';", "alter role app password '{}'", "ERROR: syntax error at PASSWORD '{}'",
    ):
        for word in ("hunter2", "swordfish"):
            add(text.format(word), word)
    add("ALTER USER app PASSWORD 'two words'", "two words")
    add("ALTER USER app PASSWORD 'hunt''er22'", "hunt", "er22")
    for text in (
        "X-Api-Key: {}", "x-api-key={}", "api_key={}", "apiKey: '{}'", "API-KEY = \"{}\"", "PRIVATE-TOKEN: {}", "//registry.npmjs.org/:_authToken={}",
        "client_secret={}", '"client_secret":"{}"', "CLIENT_SECRET: {}", "secret_key = '{}'", "access_token={}&token_type=bearer", '"access_token": "{}"',
        '"refresh_token":"{}"', "id_token={}", "JWT_SECRET={}", "X-Auth-Token: {}", "X-Vault-Token: {}", "--token {}", "--api-key={}", "TOKEN={}",
        "sonar.token={}", "NPM_TOKEN='{}'", "encryption_key: {}", "OPENAI_KEY={}", "<apiKey>{}</apiKey>", '<add name="ApiKey" value="{}" />', "session_id={}; x",
        "?sig={}&se=2026", "https://h/callback?code={}&state=x", "https://b.blob.core.windows.net/c/d?sv=2024-01-01&sr=b&sig={}", "https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature={}",
        "https://storage.googleapis.com/b/o?X-Goog-Signature={}&X-Goog-Expires=60", "Ocp-Apim-Subscription-Key: {}", "Authorization: Bearer {}",
        "authorization: token {}", '"Authorization": "Bearer {}"', "-H 'Authorization: Bearer {}'", "Proxy-Authorization: Bearer {}", "got Bearer {} from x",
        "machine h login me password {}", "ENV API_TOKEN {}", "the password is {}", 'client.setPassword("{}")', "token '{}'", "| password | {} |", "next?password%3D{}",
        "{{Authorization=Bearer {}, Accept=a/b}}", "https://{}@git.example/x.git", "https://x-access-token:{}@git.example/x.git", "Set-Cookie: sid={}; Path=/; HttpOnly",
        "Cookie: theme=dark; sessionid={}", '"cookie": "sid={}"', "heroku_api_key={}",
    ):
        add(text.format(code), code)
    add("_auth=" + basic(), basic())
    add('{"auths": {"r.example": {"auth": "' + basic("bot") + '"}}}', basic("bot"))
    add("Authorization: Basic " + basic("a"), basic("a"))
    add("HEROKU_API_KEY=" + uuid("h"), uuid("h"))
    for name in ("AccountKey", "SharedAccessKey"):
        add(f"Endpoint=sb://h/;SharedAccessKeyName=Root;{name}={base};x=1", base)
    add("DefaultEndpointsProtocol=https;AccountName=a;AccountKey=" + base + ";EndpointSuffix=core.windows.net", base)
    for text in ("curl -u {} https://h", "curl -sSf --user {} https://h", "curl -X POST -u '{}' h", "wget --user {} h"):
        add(text.format("deploy:" + plain), plain)
    for text in ("https://deploy:{}@h/x", "postgres://app:{}@db:5432/x", "redis://:{}@cache:6379/0", "amqp://u:{}@mq/v", "jdbc:mysql://u:{}@db/x", "mongodb+srv://u:{}@c.example"):
        add(text.format(made(WORD, 14)), made(WORD, 14))
    return pairs


HARMLESS = [
    "The Authorization: header is missing", "Authorization: Bearer token is missing", "Authorization: required", "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN", "authorization: none", "maven://g:a@jar", "resolved maven://com.google.guava:guava@33.0", "docker://alpine:3@sha256",
    "password: required", "Password: required field", "token = None", "token = null;", "PASSWORD=$PASSWORD", "PASSWORD=${PASSWORD}", 'PASSWORD="$DB_PASSWORD"',
    "password=${{ secrets.DB_PASSWORD }}", "password={{ vault_password }}", "password=%s", "password=?", "password = :password", "password must not be empty",
    "Error: invalid password: must contain a digit", "password: must be at least 8 characters", '"password": "must be at least 8 characters"',
    '{"password": ["This field may not be blank."]}', '"password": null', '"password": ""', "password=", "password: ****", "password=********", "password: [FILTERED]",
    "password=<hidden>", "password=(redacted)", "PASSWORD=xxxxxxxx", "Enter password:", "password:", "pwd: /home/runner/work", "PWD=/builds/team/app",
    "OLDPWD=/srv/www2", "password_file=/run/secrets/db2", "password: /run/secrets/db_password_1", "ssl.key=/etc/ssl/private/server1.key", "password = getpass()",
    "password = os.environ['DB_PASSWORD']", "password = config.get(\"password\")", "password: process.env.PASSWORD", "password = user.password", "login(user=user, password=password)",
    "def login(user: str, password: str = None):", "password: String,", "secret: Option<String>", "apiKey: string;", "token: Token;", "unexpected token: ')'",
    "SyntaxError: Unexpected token: IDENTIFIER_42", "unexpected token: end of input", "expected token: semicolon, got: comma", "next_token: null", "token: 12",
    "total tokens: 4096", "pad_token: <pad>", "primary_key: id", "primary_key=order_id", "cache key: linux-node-20-main", "cache-key=" + "node-modules-v2-abc",
    "key: value", "foreign key=user_id", "sort_key: created_at", "the --password option is required", "option --token needs a value", "use --password to log in",
    "--password-stdin", "tool --password is not set", "tests pass: 12, fail: 3", "signature: (a: int) -> str", "signal sig=11", "sig: SIGSEGV", "auth: basic", "auth=none", "auth: failed for user bob",
    "Cookie: must be set", "cookie: missing", "Set-Cookie: header not found", "the secret: db-credentials", "secret: my-app-tls", "secretName: web-tls-2",
    "docker run -u 1000:1000 alpine", "docker run -u node:node x", "chown -R root:root /x", "sk-learn-contrib-estimators-with-names", "task-runner-sk-long-kebab-name-of-job",
    "the disk-usage-monitor-service-2026", "glpat- is a prefix", "npm_config_registry is unset", "npm_lifecycle_event=test", "AKIA is a prefix", "github_pat_ begins a token", "xoxb-token",
    "std::vector<int>::operator[]", "at com.example.app.VeryLongClassNameFactoryBean.createInstance(VeryLongClassNameFactoryBean.java:120)",
    "File \"/home/runner/work/app/tests/test_a_really_long_name_of_a_module.py\", line 120, in test_b", "0x7ffe12345678 in __libc_start_main+0x80 (/lib/libc.so.6+0x29d8f)",
    "#3 0x00005555555592a0 in main () at main.c:12", "12:30:15.123 INFO a=1 b=2", "http://localhost:8080/path?x=a:b@c", "ssh://git@github.com/o/r.git", "https://user@host/x",
    "mailto:a@b.org", "git@github.com:o/r.git", "https://h/?page=2&token=", "https://h/a?key=value&sort=name", "ssh-ed25519 AAAA is public", "compare: a == b", "x := token",
    "password != confirm_password", "assert response.token == expected_token", "type=password", '<input type="password" name="password"/>', '<label for="password">Password</label>',
    "pass: 12", "fail=1 pass=12", "pass=all", "secret santa: bob", "max_tokens: 4096", "tokenizer: bert-base-uncased-v2", "auth: oauth2",
    "public_key=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A", "cache_key=node-modules-Linux-x64-3f786850e387550fdab836ed7e6dc881de23001b",
    "token: ${{ github.token }}", "token: os.Getenv(\"GITHUB_TOKEN\")", "AWS_SESSION_TOKEN: ***", "secretKeyRef: db-credentials-1", "password: !vault |",
    "Cache restored from key: node-cache-Linux-x64-npm-3f786850e387550fdab836ed7e6dc881de23001b", "authorization: enabled", 'Authorization: Basic realm="x"',
    "the token 3f786850e387550fdab836ed7e6dc881de23001b", "password test_user_can_log_in_2", "KeyError: 'password'", "assert token == None", "signature: v4",
    "credentials: include", "credentials: same-origin", "withCredentials: true", "session: closed", "Session ID: none", "test_user_can_change_password_with_valid_token PASSED",
    "tests/test_auth.py::TestToken::test_password_is_hashed FAILED", "PasswordTest.testSecretKeyIsRequired:120", "https://h/?code=404&state=open", "https://h/a?code=invalid_request", "redis-cli -a", "<key>Password</key> <string>required</string>", "pw: 12",
    "private_key: missing", "passphrase: empty", "The password is wrong", 'Password policy "too short" violated', 'error: expected "password" to be set',
    'password: "too short"', '"password": "Passwords do not match"', 'password: "the name of the field"', '"password": "Enter your password"', "<password>not set</password>",
    "elements identified by 'name' were not found", "identified by swordfish", "expected PASSWORD 'required'", "ALTER USER app PASSWORD '%s'", "the machine login password policy",
    "the default login is password protected", '"password": "is weak"', '"password": "was pwned"', '"password": "type: string"',
    '"password": "true or false"', '"password": "varchar (255)"', 'password: "Basic auth"', "Grant flow: client identified by id_token",
    "should create user identified by uuid", "the machine learning login form password strength", "password 'short' was rejected", "a machine has no login password here", "machine h login me password $PASSWORD",
]


def harmless():
    made_ones = [
        "commit " + made(HEX, 40), "sha256:" + made(HEX, 64), "md5 " + made(HEX, 32), "id: " + uuid("a"), "request_id=" + uuid("b"), "trace: " + uuid("c"),
        "data:image/png;base64," + base64.b64encode(hashlib.sha512(b"picture").digest() * 30).decode(), "integrity sha512-" + made(BASE64, 86) + "==",
        "HEAD is now at " + made(HEX, 7) + " fix", "etag: \"" + made(HEX, 32) + "\"", "cache-key-" + made(HEX, 32), "image@sha256:" + made(HEX, 64),
        "-" * 5 + "BEGIN CERTIFICATE" + "-" * 5 + "\n" + made(BASE64, 64) + "\n" + "-" * 5 + "END CERTIFICATE" + "-" * 5, "run " + uuid("d") + " of job " + uuid("e"),
        "thumbprint " + made(HEX, 40).upper(), "build-" + made(HEX, 40) + ".tar.gz", "primary_key=" + uuid("f"), "cache_key=" + made(HEX, 64),
    ]
    return HARMLESS + made_ones
