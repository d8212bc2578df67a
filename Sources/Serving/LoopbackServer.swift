package import Files
internal import Platform

/// The server's callbacks: for responses, and between requests.
package protocol RequestHandler {
  mutating func response(to request: HTTPRequest) -> HTTPResponse
  /// Called several times a second; returns false to end the server.
  mutating func tick() -> Bool
}

/// Serves only programs of this machine: it listens on 127.0.0.1.
///
/// One thread serves all connections in turn. Each connection is answered once and closed, and has
/// limits on size and time. The number of connections and their memory are limited, so that no
/// client can block the others for long.
package final class LoopbackServer {
  /// The port that it listens on.
  package let port: UInt16
  private let listener: Int32
  private var connections: [Connection] = []

  private static let mostConnections = 64
  /// The limit of responses in memory. Bytes shared by several connections count once.
  private static let mostBytes = 128 << 20

  /// Listens on a port; 0 picks a free one.
  package init(port wanted: UInt16) throws(FileError) {
    let name = "127.0.0.1:\(wanted)"
    let opened = socket(AF_INET, streamSocket, 0)
    guard opened >= 0 else { throw FileError(.create, name, code: errno) }
    var bound = sockaddr_in()
    do throws(FileError) {
      bound = try Self.bind(opened, to: wanted, name)
    } catch {
      close(opened)
      throw error
    }
    listener = opened
    port = UInt16(bigEndian: bound.sin_port)
  }

  private static func bind(
    _ descriptor: Int32, to port: UInt16, _ name: String
  ) throws(FileError) -> sockaddr_in {
    Connection.prepare(descriptor)
    var yes: Int32 = 1
    // Otherwise the port of a server that has just ended stays in use.
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard Platform.bind(descriptor, address, size) == 0, listen(descriptor, 64) == 0 else {
          return errno
        }
        return getsockname(descriptor, address, &size) == 0 ? 0 : errno
      }
    }
    guard result == 0 else { throw FileError(.create, name, code: result) }
    return address
  }

  deinit {
    close(listener)
    for connection in connections { connection.end() }
  }

  /// Serves until `tick` returns false.
  ///
  /// - Parameter milliseconds: The longest time between two ticks.
  package func run(_ handler: inout some RequestHandler, tickingEvery milliseconds: Int32) {
    while handler.tick() {
      var requests = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      requests += connections.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
      // A signal interrupts the wait; the next tick checks its cause.
      let count = poll(&requests, nfds_t(requests.count), milliseconds)
      if count > 0 {
        for index in connections.indices where requests[index + 1].revents != 0 {
          connections[index].advance(port, &handler)
        }
        makeRoom()
        if requests[0].revents != 0 { accept() }
      }
      let now = SystemInfo.ticks()
      for index in connections.indices { connections[index].expire(now) }
      for connection in connections where connection.isOver { connection.end() }
      connections.removeAll(where: \.isOver)
    }
  }

  /// Closes the oldest waiting connections while the total memory is too large.
  private func makeRoom() {
    while connections.count > 1, heldBytes > Self.mostBytes { connections.removeFirst().end() }
  }

  private var heldBytes: Int {
    var counts: [ObjectIdentifier: Int] = [:]
    for memory in connections.lazy.flatMap(\.held) {
      counts[ObjectIdentifier(memory)] = memory.bytes.count
    }
    return counts.values.reduce(0, +)
  }

  /// Accepts new connections. If there are too many, the oldest waiting one is closed.
  private func accept() {
    for _ in 0..<Self.mostConnections {
      let opened = Platform.accept(listener, nil, nil)
      guard opened >= 0 else { return }
      Connection.prepare(opened)
      if connections.count >= Self.mostConnections {
        connections.removeFirst().end()
      }
      connections.append(Connection(opened))
    }
  }
}

/// A connection: it is read, answered and closed.
private struct Connection {
  private enum Stage {
    case reading, writing, draining, over
  }

  let descriptor: Int32
  private var stage = Stage.reading
  private var input: [UInt8] = []
  /// The remaining parts, and the sent bytes of the first one.
  private var output: ArraySlice<HTTPBody.Part> = []
  private var written = 0
  /// The time of its timeout.
  private var deadline: UInt64

  private static let second: UInt64 = 1_000_000_000
  /// The number of bytes to read from a file, and to send in one turn.
  private static let chunk = 64 << 10
  private static let mostAtOnce = 1 << 20

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    deadline = SystemInfo.ticks() &+ 10 &* Self.second
  }

  var isOver: Bool { stage == .over }

  /// The parts that it keeps in memory until they are sent.
  var held: [HTTPBody.Memory] {
    output.compactMap { if case .memory(let memory) = $0 { memory } else { nil } }
  }

  var events: Int16 { Int16(stage == .writing ? POLLOUT : POLLIN) }

  func end() { close(descriptor) }

  /// Makes the descriptor non-blocking, and keeps other programs from inheriting it.
  static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  mutating func advance(_ port: UInt16, _ handler: inout some RequestHandler) {
    switch stage {
    case .reading: read(port, &handler)
    case .writing: write()
    case .draining: drain()
    case .over: break
    }
  }

  /// Closes the connection after its deadline.
  mutating func expire(_ now: UInt64) {
    guard now > deadline else { return }
    if stage == .reading, !input.isEmpty {
      answer(HTTPResponse(408, "The request took too long."), to: .get)
    } else {
      stage = .over
    }
  }

  private mutating func read(_ port: UInt16, _ handler: inout some RequestHandler) {
    guard receive() else { return }
    guard let end = headEnd else {
      if input.count > HTTPRequest.mostBytes {
        answer(HTTPResponse(431, "The request is too long."), to: .get)
      }
      return
    }
    guard end <= HTTPRequest.mostBytes else {
      return answer(HTTPResponse(431, "The request is too long."), to: .get)
    }
    do throws(HTTPRequest.Refusal) {
      let request = try HTTPRequest(input[..<end], port: port)
      answer(handler.response(to: request), to: request.method)
    } catch {
      answer(HTTPResponse(error), to: .get)
    }
  }

  /// The end of the request's head; nil until it is complete.
  private var headEnd: Int? {
    for index in input.indices where input[index] == 0x0A {
      let rest = input[(index + 1)...]
      if rest.first == 0x0A || rest.starts(with: [0x0D, 0x0A]) { return index + 1 }
    }
    return nil
  }

  /// Reads available bytes; returns false if there are none.
  private mutating func receive() -> Bool {
    let count = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
      let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { input += buffer[..<count] }
      return count
    }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { stage = .over }
    return count > 0
  }

  private mutating func answer(_ response: HTTPResponse, to method: HTTPRequest.Method) {
    output = response.parts(to: method)[...]
    stage = .writing
    deadline = SystemInfo.ticks() &+ 30 &* Self.second
    write()
  }

  private mutating func write() {
    var room = Self.mostAtOnce
    while let part = output.first {
      guard written < part.count else {
        output = output.dropFirst()
        written = 0
        continue
      }
      guard room > 0 else { return }
      let count = send(part)
      guard count > 0 else {
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        stage = .over
        return
      }
      written += count
      room -= count
      deadline = SystemInfo.ticks() &+ 30 &* Self.second
    }
    // Closing while the client still sends would lose the response.
    shutdown(descriptor, Int32(SHUT_WR))
    output = []
    input = []
    stage = .draining
    deadline = SystemInfo.ticks() &+ 2 &* Self.second
  }

  /// Sends some of a part's remaining bytes. Returns their number, or the system's error; 0 for a
  /// file that has become shorter.
  private func send(_ part: HTTPBody.Part) -> Int {
    switch part {
    case .memory(let memory):
      return memory.bytes.withUnsafeBytes {
        Platform.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
    case .file(let file, let range):
      let length = min(range.count - written, Self.chunk)
      return withUnsafeTemporaryAllocation(byteCount: length, alignment: 16) { buffer in
        do throws(FileError) {
          let count = try file.read(at: range.lowerBound + written, into: buffer)
          return count == 0 ? 0 : Platform.write(descriptor, buffer.baseAddress, count)
        } catch {
          return 0
        }
      }
    }
  }

  private mutating func drain() {
    _ = receive()
    input = []
  }
}
