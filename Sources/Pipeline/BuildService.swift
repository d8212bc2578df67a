internal import Model
import Text
package import ToolReports

/// The running job, as described by a build service's environment variables.
package struct BuildService: Sendable, Hashable {
  package var commit: String?
  package var branch: String?
  /// The page of the job.
  package var url: String?
  /// The address of the repository, and its service.
  package var repository: String?
  package var service: String?

  /// nil outside of the jobs of known services.
  package init?(_ environment: [String: String]) {
    let read = Variables(values: environment)
    if read["GITHUB_ACTIONS"] != nil {
      readGitHub(read)
    } else if read["GITLAB_CI"] != nil {
      readGitLab(read)
    } else if read["JENKINS_URL"] != nil {
      commit = read["GIT_COMMIT"]
      branch =
        read["CHANGE_BRANCH"] ?? read["BRANCH_NAME"]
        ?? read["GIT_BRANCH"].map {
          $0.hasPrefix("origin/") ? String($0.dropFirst(7)) : $0
        }
      url = read["BUILD_URL"]
      repository = read["GIT_URL"]
    } else if read["TF_BUILD"] != nil {
      readAzure(read)
    } else if read["BITBUCKET_BUILD_NUMBER"] != nil {
      commit = read["BITBUCKET_COMMIT"]
      branch = read["BITBUCKET_BRANCH"]
      repository = read["BITBUCKET_GIT_HTTP_ORIGIN"]
      url = read.joined(
        "BITBUCKET_GIT_HTTP_ORIGIN", "/pipelines/results/", "BITBUCKET_BUILD_NUMBER")
    } else if read["CIRCLECI"] != nil {
      commit = read["CIRCLE_SHA1"]
      branch = read["CIRCLE_BRANCH"]
      url = read["CIRCLE_BUILD_URL"]
      repository = read["CIRCLE_REPOSITORY_URL"]
    } else {
      return nil
    }
  }

  private mutating func readGitHub(_ read: Variables) {
    commit = read["GITHUB_SHA"]
    branch = read["GITHUB_HEAD_REF"] ?? read["GITHUB_REF_NAME"]
    repository = read.joined("GITHUB_SERVER_URL", "/", "GITHUB_REPOSITORY")
    if let repository, let run = read["GITHUB_RUN_ID"] { url = repository + "/actions/runs/" + run }
    service = "github"
  }

  private mutating func readGitLab(_ read: Variables) {
    commit = read["CI_COMMIT_SHA"]
    branch = read["CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"] ?? read["CI_COMMIT_REF_NAME"]
    repository = read["CI_PROJECT_URL"]
    url = read["CI_JOB_URL"] ?? read["CI_PIPELINE_URL"]
    service = "gitlab"
  }

  private mutating func readAzure(_ read: Variables) {
    commit = read["BUILD_SOURCEVERSION"]
    let start = "refs/heads/"
    branch = read["BUILD_SOURCEBRANCH"].map {
      $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : $0
    }
    repository = read["BUILD_REPOSITORY_URI"]
    if let project = read.joined("SYSTEM_COLLECTIONURI", "", "SYSTEM_TEAMPROJECT"),
      let build = read["BUILD_BUILDID"]
    {
      url = project + "/_build/results?buildId=" + build
    }
  }

  /// The links to the sources; nil for a service without known ones.
  package var links: SourceLinks? {
    repository.flatMap { SourceLinks(repository: $0, service: service) }
  }

  /// The last part of the repository's address: "core" of "git@example.org:team/core.git".
  package var repositoryName: String? {
    let last = repository?.split { $0 == "/" || $0 == ":" }.last
    guard let last, last.hasSuffix(".git"), last.count > 4 else { return last.map(String.init) }
    return String(last.dropLast(4))
  }

  /// Fills in values missing in a dataset. A report without title and project gets the name of its
  /// repository.
  func complete(_ dataset: inout Dataset, project: String?) {
    if dataset.url == nil, let url { dataset.setAddress(url) }
    if dataset.title == nil, dataset.project == nil, project == nil {
      dataset.title = repositoryName
    }
    var run = dataset.run ?? Dataset.Run()
    run.commit = run.commit ?? commit
    run.branch = run.branch ?? branch
    if run != Dataset.Run() { dataset.run = run }
  }
}

extension Dataset {
  /// Sets the address of a page that does not contain the report's files.
  mutating func setAddress(_ address: String) {
    for index in messages.indices where messages[index].hasRelativeAddress {
      messages[index].base = messages[index].base ?? url ?? ""
    }
    url = address
  }
}

extension Message {
  fileprivate var hasRelativeAddress: Bool {
    let addresses = [self.link?.url, location?.url] + self.actions.map(\.url)
    return addresses.contains { $0.map { !$0.contains("://") } ?? false }
  }
}

/// Environment variables; an empty one counts as absent.
private struct Variables {
  let values: [String: String]

  subscript(_ name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Two variables with a text between them; nil unless both are set.
  func joined(_ first: String, _ separator: String, _ second: String) -> String? {
    guard let start = self[first], let end = self[second] else { return nil }
    return start + separator + end
  }
}
