import Tidemark
