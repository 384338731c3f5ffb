import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A client of Shortlist in one file without dependencies, for Java 17 and later, and everyday tasks of an integration.
 *
 * <p>Run it against a sandbox: {@code java ShortlistClient.java .sandbox/credentials.json}
 */
public final class ShortlistClient {
    /** The weights of an upload. */
    static final Map<String, Object> WEIGHTS = object("experience", 40, "skills", 40, "education", 20);

    /** A refused call. {@code code} is a GraphQL code such as NOT_FOUND, or null. */
    static final class ShortlistException extends RuntimeException {
        final int status;
        final String code;
        final String requestId;

        ShortlistException(int status, String message, String code, String requestId) {
            super((code == null ? String.valueOf(status) : code) + ": " + message + " (request " + requestId + ")");
            this.status = status;
            this.code = code;
            this.requestId = requestId;
        }
    }

    /** A file of an upload. */
    record Upload(String field, String name, byte[] content) {}

    /** What changed, and the time to pass the next time. */

    private final String url;
    private final String apiKey;
    private final String organization;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private volatile String accessToken;
    private volatile String refreshToken;

    /** A connection with the rights of one API key and, after {@link #login}, of one user. Threads may share it. */
    ShortlistClient(String url, String apiKey, String organization) {
        this.url = url;
        this.apiKey = apiKey;
        this.organization = organization;
    }

    /** A connection of a machine, which has an access token and no password. */
    ShortlistClient(String url, String apiKey, String organization, String accessToken) {
        this(url, apiKey, organization);
        this.accessToken = accessToken;
    }

    void login(String email, String password) throws IOException, InterruptedException {
        signIn("/auth/login", object("email", email, "password", password));
    }

    /** Replaces the tokens, unless another thread has done so. */
    synchronized void refresh(String expired) throws IOException, InterruptedException {
        if (expired != null && expired.equals(accessToken)) {
            signIn("/auth/refresh", object("refreshToken", refreshToken));
        }
    }

    private void signIn(String path, Map<String, Object> body) throws IOException, InterruptedException {
        var headers = Map.of("Content-Type", "application/json");
        var response = send("POST", path, Json.write(body).getBytes(StandardCharsets.UTF_8), headers, null);
        var answer = map(Json.read(text(response)));
        if (response.statusCode() != 200) {
            throw refused(response, (String) answer.get("error"), null);
        }
        accessToken = (String) answer.get("accessToken");
        refreshToken = (String) answer.get("refreshToken");
    }

    /** Sends one request. */
    HttpResponse<byte[]> send(String method, String path, byte[] body, Map<String, String> headers, String token)
            throws IOException, InterruptedException {
        var publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        var request = HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofMinutes(30))
                .method(method, publisher).header("x-api-key", apiKey);
        headers.forEach(request::header);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** Sends a request until the service has answered it, at most twelve times. */
    HttpResponse<byte[]> request(String method, String path, byte[] body, Map<String, String> headers, boolean isRepeatable)
            throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            var token = accessToken;
            var isLast = attempt == 11;
            HttpResponse<byte[]> response;
            try {
                response = send(method, path, body, headers, token);
            } catch (IOException broken) {
                if (isLast || !isRepeatable) {
                    throw broken;
                }
                Thread.sleep(Math.min(1000L << attempt, 30_000));
                continue;
            }
            var status = response.statusCode();
            var wait = response.headers().firstValueAsLong("Retry-After").orElse(0);
            if (status == 401 && refreshToken != null && !isLast) {
                refresh(token);
            } else if ((status == 409 || status == 429 || status == 503) && wait > 0 && wait <= 60 && !isLast) {
                Thread.sleep(wait * 1000);
            } else {
                return response;
            }
        }
    }

    /** Runs a document with one root field. Returns the value of the field. */
    Object graphql(String document, Map<String, Object> input, String idempotencyKey)
            throws IOException, InterruptedException {
        var body = Json.write(object("query", document, "variables", object("input", input)));
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/json");
        if (idempotencyKey != null) {
            headers.put("Idempotency-Key", idempotencyKey);
        }
        var isRepeatable = idempotencyKey != null || document.stripLeading().startsWith("query");
        var response = request("POST", "/graphql", body.getBytes(StandardCharsets.UTF_8), headers, isRepeatable);
        var answer = map(Json.read(text(response)));
        if (answer.get("errors") instanceof List<?> errors) {
            var error = map(errors.get(0));
            throw refused(response, (String) error.get("message"), (String) map(error.get("extensions")).get("code"));
        }
        if (response.statusCode() != 200) {
            throw refused(response, (String) answer.get("error"), null);
        }
        return map(answer.get("data")).values().iterator().next();
    }

    /** Runs a document whose input names the organization. */
    Map<String, Object> run(String document, Object... input) throws IOException, InterruptedException {
        var whole = object("organizationId", organization);
        whole.putAll(object(input));
        return map(graphql(document, whole, null));
    }

    /** Returns every item of a list. {@code items} is the field that contains them. */
    Iterable<Map<String, Object>> pages(String document, String items, Object... input) {
        return () -> new Iterator<>() {
            private Iterator<?> page = List.of().iterator();
            private Object after = null;
            private boolean hasMore = true;

            @Override
            public boolean hasNext() {
                while (!page.hasNext() && hasMore) {
                    var given = object(input);
                    if (after != null) {
                        given.put("after", after);
                    }
                    try {
                        var answer = run(document, given.entrySet().stream()
                                .flatMap(entry -> java.util.stream.Stream.of(entry.getKey(), entry.getValue())).toArray());
                        var info = map(answer.get("pageInfo"));
                        page = ((List<?>) answer.get(items)).iterator();
                        hasMore = (Boolean) info.get("hasNextPage");
                        after = info.get("endCursor");
                    } catch (IOException broken) {
                        throw new java.io.UncheckedIOException(broken);
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException(stopped);
                    }
                }
                return page.hasNext();
            }

            @Override
            public Map<String, Object> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return map(page.next());
            }
        };
    }

    /** Posts a form. A request with the same key may be sent again without being executed twice. */
    Map<String, Object> form(String path, Map<String, String> fields, List<Upload> files, String idempotencyKey)
            throws IOException, InterruptedException {
        var boundary = UUID.randomUUID().toString();
        var body = new ByteArrayOutputStream();
        for (var field : fields.entrySet()) {
            part(body, boundary, "name=\"" + field.getKey() + "\"", field.getValue().getBytes(StandardCharsets.UTF_8));
        }
        for (var file : files) {
            var name = file.name().replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
            part(body, boundary, "name=\"" + file.field() + "\"; filename=\"" + name + "\"", file.content());
        }
        body.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        var headers = Map.of("Content-Type", "multipart/form-data; boundary=" + boundary,
                "Idempotency-Key", idempotencyKey == null ? UUID.randomUUID().toString() : idempotencyKey);
        var response = request("POST", path, body.toByteArray(), headers, true);
        var answer = map(Json.read(text(response)));
        if (response.statusCode() >= 400) {
            var message = answer.containsKey("error") ? answer.get("error") : answer.get("message");
            throw refused(response, (String) message, null);
        }
        return answer;
    }

    private static void part(ByteArrayOutputStream body, String boundary, String head, byte[] content) {
        var start = "--" + boundary + "\r\nContent-Disposition: form-data; " + head + "\r\n\r\n";
        body.writeBytes(start.getBytes(StandardCharsets.UTF_8));
        body.writeBytes(content);
        body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }

    /** Uploads resumes. Returns the outcome of each file. */
    List<Map<String, Object>> upload(String jobId, String recruiterId, List<Upload> files, String idempotencyKey)
            throws IOException, InterruptedException {
        var fields = Map.of("jobId", jobId, "recruiterId", recruiterId, "organizationId", organization,
                "userType", "Recruiter", "resumeScoreBreakdown", Json.write(WEIGHTS));
        var answer = form("/bulk-upload-resumes", fields, files, idempotencyKey);
        return ((List<?>) answer.get("results")).stream().map(ShortlistClient::map).toList();
    }

    /** Brings the copies of all candidates up to date. Returns the cursor to pass next: store it with the copies. */
    String synchronize(Map<String, Map<String, Object>> copies, String cursor) throws IOException, InterruptedException {
        while (true) {
            var page = run("""
                    query($input: ChangesSinceInput!) { changesSince(input: $input) {
                      changes { recordId removed } endCursor hasMore } }""",
                    "kinds", List.of("Candidate"), "perPage", 500, "after", cursor);
            for (var item : (List<?>) page.get("changes")) {
                var change = map(item);
                var id = (String) change.get("recordId");
                copies.remove(id);
                if (!Boolean.TRUE.equals(change.get("removed"))) {
                    readCandidate(id).ifPresent(candidate -> copies.put(id, candidate));
                }
            }
            cursor = (String) page.get("endCursor");
            if (!Boolean.TRUE.equals(page.get("hasMore"))) {
                return cursor;
            }
        }
    }

    /** Returns a candidate as it is now, unless it was erased a moment ago. */
    Optional<Map<String, Object>> readCandidate(String id) throws IOException, InterruptedException {
        try {
            return Optional.of(run("""
                    query($input: GetCandidateInput!) { getCandidate(input: $input) {
                      _id uId fullName status resumeScore updatedAt } }""", "candidateId", id));
        } catch (ShortlistException error) {
            if ("NOT_FOUND".equals(error.code)) {
                return Optional.empty();
            }
            throw error;
        }
    }

    /** Receives events: {@code secret} begins with whsec_. Each event is passed on once. */
    static HttpServer receiver(int port, String secret, Consumer<Map<String, Object>> onEvent) throws IOException {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        receive(server, secret, onEvent);
        return server;
    }

    /** Receives events with a server that has not been started. */
    private static void receive(HttpServer server, String secret, Consumer<Map<String, Object>> onEvent) {
        var seen = ConcurrentHashMap.<String>newKeySet();
        server.createContext("/", exchange -> {
            var body = exchange.getRequestBody().readAllBytes();
            var isGenuine = isGenuine(exchange, secret, body);
            exchange.sendResponseHeaders(isGenuine ? 204 : 401, -1);
            exchange.close();
            var id = exchange.getRequestHeaders().getFirst("webhook-id");
            if (isGenuine && seen.add(id)) {
                onEvent.accept(map(Json.read(new String(body, StandardCharsets.UTF_8))));
            }
        });
        server.start();
    }

    /** Returns whether a delivery has a valid signature, and is at most five minutes old. */
    private static boolean isGenuine(HttpExchange exchange, String secret, byte[] body) {
        var headers = exchange.getRequestHeaders();
        var id = headers.getFirst("webhook-id");
        var timestamp = headers.getFirst("webhook-timestamp");
        var signatures = headers.getFirst("webhook-signature");
        if (id == null || timestamp == null || signatures == null) {
            return false;
        }
        try {
            var age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
            var expected = signature(secret, id + "." + timestamp + ".", body);
            var isSigned = false;
            for (var signature : signatures.split(" ")) {
                isSigned |= MessageDigest.isEqual(signature.getBytes(StandardCharsets.UTF_8),
                        expected.getBytes(StandardCharsets.UTF_8));
            }
            return isSigned && Math.abs(age) <= 300;
        } catch (NumberFormatException | GeneralSecurityException broken) {
            return false;
        }
    }

    static String signature(String secret, String prefix, byte[] body) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
        mac.update(prefix.getBytes(StandardCharsets.UTF_8));
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    }

    private static ShortlistException refused(HttpResponse<byte[]> response, String message, String code) {
        var requestId = response.headers().firstValue("X-Request-Id").orElse("unknown");
        return new ShortlistException(response.statusCode(), message, code, requestId);
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    /** Returns an object from names and values in turn. */
    static Map<String, Object> object(Object... pairs) {
        var object = new LinkedHashMap<String, Object>();
        for (int i = 0; i < pairs.length; i += 2) {
            object.put((String) pairs[i], pairs[i + 1]);
        }
        return object;
    }

    /** JSON without a library. Use the one of your project instead. */
    static final class Json {
        private final String text;
        private int at = 0;

        private Json(String text) {
            this.text = text;
        }

        static Object read(String text) {
            var json = new Json(text);
            var value = json.value();
            if (json.peek() != 0) {
                throw json.broken();
            }
            return value;
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> object) {
                var members = new ArrayList<String>();
                object.forEach((name, member) -> members.add(write(name) + ":" + write(member)));
                return "{" + String.join(",", members) + "}";
            }
            if (value instanceof List<?> list) {
                return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
            }
            if (!(value instanceof String string)) {
                return String.valueOf(value);
            }
            var quoted = new StringBuilder("\"");
            for (char c : string.toCharArray()) {
                if (c == '"' || c == '\\') {
                    quoted.append('\\').append(c);
                } else if (c < ' ' || Character.isSurrogate(c)) {
                    quoted.append(String.format("\\u%04x", (int) c));
                } else {
                    quoted.append(c);
                }
            }
            return quoted.append('"').toString();
        }

        /** Returns the next character that is no white space, or 0 at the end. */
        private char peek() {
            while (at < text.length() && text.charAt(at) <= ' ') {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private IllegalArgumentException broken() {
            return new IllegalArgumentException("this is not JSON at character " + at + ": " + text);
        }

        private Object value() {
            switch (peek()) {
                case '{':
                    var object = new LinkedHashMap<String, Object>();
                    at++;
                    while (peek() != '}') {
                        var name = string();
                        if (peek() != ':') {
                            throw broken();
                        }
                        at++;
                        object.put(name, value());
                        separate('}');
                    }
                    at++;
                    return object;
                case '[':
                    var list = new ArrayList<Object>();
                    at++;
                    while (peek() != ']') {
                        list.add(value());
                        separate(']');
                    }
                    at++;
                    return list;
                case '"':
                    return string();
                default:
                    return literal();
            }
        }

        private void separate(char end) {
            if (peek() == ',') {
                at++;
            } else if (peek() != end) {
                throw broken();
            }
        }

        private Object literal() {
            var start = at;
            while (at < text.length() && "+-.0123456789abcdefghijklmnopqrstuvwxyzE".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            var word = text.substring(start, at);
            switch (word) {
                case "true":
                    return true;
                case "false":
                    return false;
                case "null":
                    return null;
                default:
                    return word.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
            }
        }

        private String string() {
            if (peek() != '"') {
                throw broken();
            }
            var string = new StringBuilder();
            for (at++; at < text.length(); at++) {
                var c = text.charAt(at);
                if (c == '"') {
                    at++;
                    return string.toString();
                }
                if (c != '\\') {
                    string.append(c);
                    continue;
                }
                var escaped = text.charAt(++at);
                if (escaped == 'u') {
                    string.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    var place = "bfnrt".indexOf(escaped);
                    string.append(place < 0 ? escaped : "\b\f\n\r\t".charAt(place));
                }
            }
            throw broken();
        }
    }

    // Everyday tasks. Each method is complete with the client above.

    String createJob(String recruiterId, String title) throws IOException, InterruptedException {
        var document = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id jobCode } }";
        return (String) run(document, "recruiterId", recruiterId, "title", title).get("_id");
    }

    /** Rejects up to 1,000 candidates in one call, all or none. */
    List<?> reject(List<String> candidateIds, String reason) throws IOException, InterruptedException {
        var document = """
                mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) {
                  candidates { _id status statusReason } } }""";
        return (List<?>) run(document, "candidateIds", candidateIds, "status", "Rejected", "reason", reason)
                .get("candidates");
    }

    /** Creates a webhook, and returns the secret that signs its events. */
    String createWebhook(String address, List<String> eventTypes) throws IOException, InterruptedException {
        var document = "mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }";
        return (String) run(document, "url", address, "eventTypes", eventTypes).get("secret");
    }

    /** An invented resume, as the smallest document that Word opens. */
    static byte[] resume(String name, String email, String skills) throws IOException {
        var paragraphs = new StringBuilder();
        for (var line : List.of(name, email, "Experience", "Software Engineer, Example Works, January 2018 - Present",
                "Built and operated services with " + skills + ".", "Education",
                "BSc Computer Science, Example University, 2017", "Skills", skills)) {
            paragraphs.append("<w:p><w:r><w:t>").append(line).append("</w:t></w:r></w:p>");
        }
        var main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
        var file = new ByteArrayOutputStream();
        try (var archive = new ZipOutputStream(file)) {
            entry(archive, "[Content_Types].xml", """
                    <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" \
                    ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" \
                    ContentType="%s"/></Types>""".formatted(main));
            entry(archive, "_rels/.rels", """
                    <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" \
                    Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" \
                    Target="word/document.xml"/></Relationships>""");
            entry(archive, "word/document.xml", """
                    <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>%s</w:body>\
                    </w:document>""".formatted(paragraphs));
        }
        return file.toByteArray();
    }

    private static void entry(ZipOutputStream archive, String name, String text) throws IOException {
        archive.putNextEntry(new ZipEntry(name));
        archive.write(text.getBytes(StandardCharsets.UTF_8));
        archive.closeEntry();
    }

    public static void main(String[] arguments) throws Exception {
        var sandbox = map(Json.read(Files.readString(Path.of(arguments[0]))));
        var users = ((List<?>) sandbox.get("users")).stream().map(ShortlistClient::map).toList();
        var recruiter = users.stream().filter(user -> "Recruiter".equals(user.get("userType"))).findFirst().orElseThrow();
        var admin = users.stream().filter(user -> "Admin".equals(user.get("userType"))).findFirst().orElseThrow();
        var client = signedIn(sandbox, recruiter);
        var receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        var events = receiveOnThisMachine(receiver, signedIn(sandbox, admin));
        // A server that is not stopped keeps the program alive after an error.
        try {
            everydayTasks(client, (String) recruiter.get("_id"), events);
        } finally {
            receiver.stop(0);
        }
        System.out.println("all tasks are done");
    }

    private static void everydayTasks(ShortlistClient client, String recruiterId, BlockingQueue<Map<String, Object>> events)
            throws Exception {
        var job = client.createJob(recruiterId, "Data Engineer (Java) " + Instant.now());
        var files = List.of(new Upload("files", "ada.docx", resume("Adalind Corvane", "adalind@example.org", "Python, SQL")),
                new Upload("files", "broken.pdf", "%PDF-1.7 broken".getBytes(StandardCharsets.UTF_8)));
        var key = "nightly-java-" + job;
        var results = client.upload(job, recruiterId, files, key);
        results.forEach(result -> System.out.println(result.get("file") + ": " + result.get("outcome")));
        check(results.equals(client.upload(job, recruiterId, files, key)), "the same key has the same answer");
        var candidate = (String) results.get(0).get("_id");

        var expired = client.accessToken;
        client.refresh(expired);
        check(!expired.equals(client.accessToken), "the token is new");
        client.accessToken = "sl_expired";
        var copies = new HashMap<String, Map<String, Object>>();
        var cursor = client.synchronize(copies, null);
        check(copies.containsKey(candidate), "the first run reads all");
        check(!client.accessToken.equals("sl_expired"), "a 401 refreshes the token");
        client.reject(List.of(candidate), "No visa");
        client.synchronize(copies, cursor);
        check("Rejected".equals(copies.get(candidate).get("status")), "the next run reads what changed");

        var count = 0;
        var jobs = """
                query($input: ListJobsInput!) { listJobs(input: $input) { jobs { _id title }
                  pageInfo { hasNextPage endCursor } } }""";
        for (var one : client.pages(jobs, "jobs", "perPage", 2)) {
            count += one.get("_id").equals(job) ? 1 : 0;
        }
        check(count == 1, "each job is listed once");
        System.out.println("rejected: " + client.reject(List.of(candidate), "No visa"));
        try {
            client.run("query($input: GetJobInput!) { getJob(input: $input) { title } }", "jobId", "job_unknown");
            throw new AssertionError("the job is unknown");
        } catch (ShortlistException error) {
            check("NOT_FOUND".equals(error.code), error.getMessage());
            System.out.println(error.getMessage().replaceFirst(" \\(request.*", ""));
        }
        // Deliveries may arrive in another order.
        var missing = new TreeSet<>(List.of("candidate.created", "candidate.status_changed"));
        while (!missing.isEmpty()) {
            var event = events.poll(60, TimeUnit.SECONDS);
            check(event != null, missing + " arrive");
            if (missing.remove(event.get("type"))) {
                System.out.println("event: " + event.get("type"));
            }
        }
    }

    /** Creates a webhook for a server on this machine. Returns its events. */
    private static BlockingQueue<Map<String, Object>> receiveOnThisMachine(HttpServer server, ShortlistClient admin)
            throws Exception {
        var types = List.of("candidate.created", "candidate.status_changed");
        var secret = admin.createWebhook("http://127.0.0.1:" + server.getAddress().getPort() + "/", types);
        var events = new LinkedBlockingQueue<Map<String, Object>>();
        receive(server, secret, events::add);
        return events;
    }

    private static ShortlistClient signedIn(Map<String, Object> sandbox, Map<String, Object> user)
            throws IOException, InterruptedException {
        var client = new ShortlistClient((String) sandbox.get("serviceUrl"), (String) sandbox.get("apiKey"),
                (String) sandbox.get("organizationId"));
        client.login((String) user.get("email"), (String) user.get("password"));
        return client;
    }

    private static void check(boolean isTrue, String expectation) {
        if (!isTrue) {
            throw new AssertionError(expectation);
        }
    }
}
